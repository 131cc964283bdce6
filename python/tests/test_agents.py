"""Agents: both protocols, the players, and the arena if the program is there."""

import importlib
import io
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fruitrage import Board, Clock, Game, players
from fruitrage.agent import answer_file, run, talk

ROOT = Path(__file__).parents[2]
EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = os.environ.get("FRUITRAGE")
needs_program = pytest.mark.skipif(not PROGRAM, reason="FRUITRAGE names no program")


def first(board, clock):
    assert 0 < clock.left <= 123.6
    return board.moves[0]


def test_the_file_protocol(tmp_path, monkeypatch):
    (tmp_path / "input.txt").write_bytes(b"2\r\n3\r\n123.6\r\n01\r\n21")
    monkeypatch.chdir(tmp_path)
    run(first)
    assert Path("output.txt").read_text() == "A1\n*1\n21\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["input.txt", "output.txt"]


def test_an_input_that_cannot_be_used_leaves_the_output_alone(tmp_path):
    (tmp_path / "input.txt").write_text("2\n3\nsoon\n01\n21\n")
    (tmp_path / "output.txt").write_text("as it was")
    with pytest.raises(ValueError, match="line 3"):
        answer_file(first, tmp_path)
    (tmp_path / "input.txt").write_text("2\n3\n9\n01\n21\n")
    with pytest.raises(ValueError, match="outside"):
        answer_file(lambda board, clock: "Z9", tmp_path)
    assert (tmp_path / "output.txt").read_text() == "as it was"


def said(talked):
    target = io.StringIO()
    talk(first, io.StringIO(talked), target, name="mine")
    return target.getvalue().splitlines()


def test_the_line_protocol():
    lines = said("fri\nsetoption name Hash value 3\nnewgame\nisready\n\n")
    assert lines[0] == "id name mine"
    assert lines[-2:] == ["friok", "readyok"]
    assert said("position board 01/21 moves B1\ngo clock 9 depth 3\nquit\nisready\n") == ["bestmove A1"]
    assert said("position board *\ngo\n") == ["bestmove none"]


@pytest.mark.parametrize(
    "line",
    ["hello", "position board 01/2", "position board 01/21 moves C9", "position board 01/21 and",
     "go", "position", "\0", "position board 01/21\ngo clock soon"],
)
def test_other_lines_are_answered_and_change_nothing(line):
    lines = said(f"{line}\nposition board 01/21\ngo clock 9\n")
    assert lines[0].startswith("error ")
    assert lines[-1] == "bestmove A1"


def margin(one, other, board):
    game = Game(board)
    while not game.is_over:
        player = (one, other)[game.to_move]
        game = game.play(player(game.board, Clock(0.1)))
    return game.scores[0] - game.scores[1]


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        (players.greedy, players.random),
        (players.one_ply, players.greedy),
        (players.alpha_beta, players.greedy),
    ],
)
def test_players_in_the_order_of_their_strength(stronger, weaker):
    random.seed(1)
    boards = [Board.random(6, 3, seed) for seed in range(12)]
    pairs = [margin(stronger, weaker, board) - margin(weaker, stronger, board) for board in boards]
    assert sum(pairs) > 0


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*_player.py")), ids=lambda path: path.stem)
def test_examples_answer(path, tmp_path):
    (tmp_path / "input.txt").write_text("3\n2\n24.345\n***\n*10\n000\n")
    subprocess.run([sys.executable, path], cwd=tmp_path, check=True, timeout=300)
    move, *rows = (tmp_path / "output.txt").read_text().split()
    assert Board("***/*10/000").play(move) == Board("/".join(rows))


def fruitrage(*words, **options):
    return subprocess.run(
        [PROGRAM, *words], check=True, text=True, capture_output=True, timeout=300, **options
    ).stdout


@needs_program
@pytest.mark.parametrize("protocol", ["", "stdio:"])
def test_the_arena_plays_an_agent_of_ours(protocol, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text((EXAMPLES / "greedy_player.py").read_text())
    agent = f"{protocol}{shlex.join([sys.executable, str(mine)])}"
    text = fruitrage(
        "match", agent, "greedy", "--pairs", "1", "--size", "4", "--fruits", "3", "--seed", "1",
        "--time", "600", "--json", cwd=tmp_path,
    )
    assert '"faults":[]' in text.replace(" ", "")


@needs_program
def test_a_tournament_with_an_agent_of_ours(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text((EXAMPLES / "one_ply_player.py").read_text())
    command = shlex.join([sys.executable, str(mine)])
    (tmp_path / "cup.toml").write_text(
        f"""pairs = 1
[[event]]
size = 4
fruits = 3
time = 600
[[agent]]
name = "greedy"
command = "greedy"
[[agent]]
name = "mine"
command = "stdio:{command}"
"""
    )
    fruitrage("tournament", "cup.toml", "--sandbox=off", cwd=tmp_path)
    standings = fruitrage("standings", "cup.toml", cwd=tmp_path)
    assert "mine" in standings
    assert "1 pair" in fruitrage("tournament", "status", "cup.toml", cwd=tmp_path)


@needs_program
def test_seeds_and_values_are_those_of_the_program():
    text = fruitrage("board", "--size", "9", "--fruits", "5", "--seed", "77")
    assert text.strip() == str(Board.random(9, 5, 77))


def test_the_players_are_examples_too():
    module = importlib.import_module("fruitrage.players")
    names = {path.stem.removesuffix("_player") for path in EXAMPLES.glob("*_player.py")}
    assert names == set(module.__all__)

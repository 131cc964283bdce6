"""Boards, moves, games and records."""

import pickle
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from fruitrage import (
    Board,
    Engine,
    Game,
    GameOver,
    IllegalMove,
    Move,
    OutOfTime,
    Record,
    TextError,
    parse_input,
    parse_records,
)

PUBLISHED = [
    ("01/21", "B1", "0*/2*"),
    ("***/***/*0*", "B3", "***/***/***"),
    ("***/*10/000", "C2", "***/***/*1*"),
    ("444/444/444", "A1", "***/***/***"),
    (
        "3102322310/0121232013/3021111113/0221031132/0230011012/"
        "0323321010/2003022012/2202200021/0130000020/2200022231",
        "G8",
        "31******10/010*****13/3022322*13/0221232*32/0221111*12/"
        "0331031310/2020011012/2203321121/0103022120/2232222231",
    ),
]


@pytest.mark.parametrize(("before", "move", "after"), PUBLISHED)
def test_published_examples(before, move, after):
    assert Board(before).play(move) == Board(after)


def naive_play(rows, row, column):
    """The rules on lists."""
    size, fruit = len(rows), rows[row][column]
    found, rest = set(), [(row, column)]
    while rest:
        r, c = rest.pop()
        if (r, c) not in found and 0 <= r < size and 0 <= c < size and rows[r][c] == fruit:
            found.add((r, c))
            rest += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    columns = []
    for c in range(size):
        left = [rows[r][c] for r in range(size) if (r, c) not in found and rows[r][c] >= 0]
        columns.append([-1] * (size - len(left)) + left)
    return [[columns[c][r] for c in range(size)] for r in range(size)], len(found)


@pytest.mark.parametrize("seed", range(30))
def test_whole_games_agree_with_rules_on_lists(seed):
    chance = random.Random(seed)
    game = Game.random(chance.randint(1, 26), chance.randint(1, 10), seed)
    scores = [0, 0]
    while not game.is_over:
        group = chance.choice(game.board.groups)
        cell = chance.choice(group.cells)
        rows, count = naive_play(game.board.to_numpy().tolist(), cell.row, cell.column)
        scores[game.to_move] += count * count
        game = game.play(cell)
        assert game.board.to_numpy().tolist() == rows
    assert game.scores == tuple(scores)
    assert game.ending == "finished"


def test_text_and_arrays_round_trip():
    for seed in range(20):
        board = Board.random(1 + seed, fruits=1 + seed % 10, seed=seed)
        assert Board(str(board)) == Board(board.to_numpy()) == Board(np.asarray(board)) == board
        assert eval(repr(board)) == board


def test_a_seed_gives_the_board_that_the_program_prints():
    assert str(Board.random(4, 3, 7)) == "1021\n1010\n0102\n2221"
    assert Board.random(seed=1) != Board.random(seed=2)
    assert Board.random() != Board.random()


def values():
    board = Board.random(5, 3, 1)
    game = Game(board, fruits=3, clocks=(60, 30.5), ties="clock")
    later = game.play(board.groups[0], spent=0.123456789)
    over = Game(Board("01/21")).play("B1").play("A1").play("A2")
    resigned = later.resign()
    return [
        Move("G8"),
        board,
        board.groups[3],
        game,
        later,
        over,
        resigned,
        Record(later, "Ada", "Grace", notes=["a note"]),
        later.turns[0],
    ]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_values_are_hashable_and_survive_pickling(value):
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert hash(again) == hash(value)
    assert len({again, value}) == 1
    assert value != "something else"


def play_greedily(game):
    while not game.is_over:
        game = game.play(max(game.board.groups, key=len))
    return game


def test_games_travel_to_other_processes_and_back():
    games = [Game.random(6, 3, seed) for seed in range(8)]
    with ProcessPoolExecutor(2) as pool:
        assert list(pool.map(play_greedily, games)) == [play_greedily(game) for game in games]


def test_values_cannot_be_changed():
    board = Board("01/21")
    with pytest.raises(AttributeError):
        board.size = 3
    with pytest.raises(TypeError):
        board["A1"] = 2
    array = board.to_numpy()
    array[0, 0] = 9
    assert board == Board("01/21")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("01/2x", 2, 2), ("", 1, 1), ("0\n1\n", 2, 1), ("01/2", 2, 2), ("x" * 10**6, 1, 1)],
)
def test_errors_tell_the_place(text, line, column):
    with pytest.raises(TextError) as caught:
        Board(text)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert error.expected
    assert len(str(error)) < 500
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


HOSTILE = [
    None,
    3,
    1.5,
    b"01/21",
    object(),
    {},
    [],
    [[]],
    [[0, 1]],
    [[0], [1]],
    [[0, 10], [1, 1]],
    [[0, -2], [1, 1]],
    [[0.5, 1.0], [1.0, 1.0]],
    [["0", "1"], ["2", "1"]],
    [[2**70, 1], [1, 1]],
    np.zeros((27, 27), int),
    np.zeros((2, 2, 2), int),
    np.zeros(0, int),
    np.array([[1, 1], [1, 1]], dtype=object),
    np.lib.stride_tricks.as_strided(np.zeros(1, np.int8), (10**6, 10**6), (0, 0)),
]


@pytest.mark.parametrize("thing", HOSTILE, ids=lambda thing: type(thing).__name__)
def test_no_board_is_made_of_other_things(thing):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        Board(thing)


@pytest.mark.parametrize(
    "text", ["\0", "\ud800", "0" * 27, "٣٣/٣٣", "*" * 100, "-1/00", "\U0001f352", "0/" * 10**5]
)
def test_no_board_is_made_of_other_texts(text):
    with pytest.raises(ValueError):
        Board(text)


def test_what_is_wrong_with_an_array_or_a_place_is_told():
    with pytest.raises(TypeError, match="an array of float32"):
        Board(np.zeros((2, 2), np.float32))
    with pytest.raises(ValueError, match="found 9223372036854775808 in row 1, column 0"):
        Board(np.array([[0, 0], [2**63, 0]], np.uint64))
    with pytest.raises(ValueError, match="from 0 to 25, found -1 and 0"):
        Board("01/21").play((-1, 0))


def test_unsigned_and_reversed_arrays_are_boards_too():
    numbers = np.arange(4, dtype=np.uint8).reshape(2, 2)
    assert Board(numbers[::-1].T) == Board("20/31")
    assert Board(((0, 1), (2, 1))) == Board("01/21")


@pytest.mark.parametrize(
    "move", [None, 3, "", "A", "A0", "a1", "AA1", "A1 ", (0,), (-1, 0), (0, 26), [0, 0], "A" * 10**6]
)
def test_no_move_is_made_of_other_things(move):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        Board("01/21").play(move)


def test_illegal_moves_are_told():
    with pytest.raises(IllegalMove, match="B1 is empty"):
        Board("0*/2*").play("B1")
    with pytest.raises(IllegalMove, match="C1 is outside"):
        Board("0*/2*").play("C1")
    with pytest.raises(IllegalMove):
        Board("01/21")["Z26"]
    with pytest.raises(GameOver):
        Game(Board("0")).play("A1").play("A1")
    with pytest.raises(OutOfTime):
        Game(Board("01/21"), clocks=1).play("A1", spent=1)


@pytest.mark.parametrize(
    "options",
    [
        {"fruits": 0},
        {"fruits": 11},
        {"fruits": 2},
        {"clocks": 0},
        {"clocks": (1, -1)},
        {"clocks": float("nan")},
        {"clocks": "soon"},
        {"ties": "coin"},
    ],
)
def test_no_game_is_made_with_other_options(options):
    with pytest.raises((TypeError, ValueError)):
        Game(Board("01/21"), **options)


@pytest.mark.parametrize("arguments", [(0,), (27,), (-1,), (5, 0), (5, 11), (5, 3, -1), (5, 3, 2**64)])
def test_no_random_board_is_made_of_other_numbers(arguments):
    with pytest.raises((ValueError, OverflowError)):
        Board.random(*arguments)


def test_records_of_many_games():
    records = [Record(play_greedily(Game.random(4, 3, seed)), "Ada", "Bea") for seed in range(3)]
    text = "".join(map(str, records))
    assert parse_records(text) == records
    assert parse_records("") == []
    with pytest.raises(TextError) as caught:
        parse_records(text + "fruitrage record 1\nnonsense\n")
    assert caught.value.line == text.count("\n") + 2


def test_names_and_notes_cannot_break_a_record():
    record = Record(Game(Board("0")).play("A1"), "a\nb", "", notes=["c\r\nd"])
    assert Record.parse(str(record)) == record
    assert record.players == ("a b", "unnamed")


def test_inputs():
    assert parse_input("2\r\n3\r\n123.6\r\n01\r\n21").board == Board("01/21")
    with pytest.raises(TextError, match="line 3"):
        parse_input("2\n3\nsoon\n01\n21\n")


def test_pictures():
    board = Board("01/21")
    assert board._repr_svg_().startswith("<svg ")
    assert "2 fruits are marked" in board.svg("B1")
    assert Game(board)._repr_svg_() == board._repr_svg_()
    record = Record(Game(board).play("B1"), "<script>", "Grace")
    assert "<script>" not in record._repr_svg_()


def test_lines_of_play_are_counted():
    board = Board("0210/0102/1222/1122")
    assert [board.count_lines(depth) for depth in range(1, 6)] == [8, 51, 262, 1068, 3332]


def test_an_engine_travels_as_its_options():
    engine = pickle.loads(pickle.dumps(Engine(level=3, threads=2, hash=5)))
    assert (engine.level, engine.threads, engine.hash) == (3, 2, 5)


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["gymnasium"] = None
from fruitrage import Board, Engine
board = Board.random(5, 3, 1)
print(Engine(hash=1).play(board, nodes=100) in board.moves)
def attempt(work):
    try:
        work()
    except ModuleNotFoundError as error:
        print(error.name)
attempt(board.to_numpy)
attempt(lambda: Board([[0]]))
def environment():
    from fruitrage.env import VectorEnv
attempt(environment)
"""


def test_numpy_is_needed_for_arrays_only():
    said = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY], check=True, capture_output=True, text=True, timeout=300
    )
    assert said.stdout.split() == ["True", "numpy", "numpy", "numpy"]
    assert "panicked" not in said.stderr

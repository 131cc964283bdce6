"""Searching, solving, reviewing; Ctrl-C and threads."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

from fruitrage import Board, Clock, Engine, Game, OutOfTime, Record, Unsolved, review, solve

LARGE = Board.random(20, 5, seed=1)


def naive_value(board, known):
    if board.is_empty:
        return 0
    if board not in known:
        known[board] = max(
            group.points - naive_value(board.play(group), known) for group in board.groups
        )
    return known[board]


@pytest.mark.parametrize("seed", range(20))
def test_values_are_what_looking_at_everything_gives(seed):
    board = Board.random(4, 3, seed)
    known = {}
    solution = solve(board, hash=8)
    assert solution.value == naive_value(board, known)
    margin, sign = 0, 1
    for move in solution.moves:
        margin += sign * board.group(move).points
        board, sign = board.play(move), -sign
    assert board.is_empty
    assert margin == solution.value


def test_an_empty_board_is_worth_nothing():
    assert solve(Board("**/**")).value == 0


def test_reports_come_deeper_and_deeper():
    reports = list(Engine(hash=1).search(LARGE, nodes=20_000, lines=3))
    depths = [report.depth for report in reports]
    assert depths == sorted(depths)
    assert len(depths) > 1
    last = reports[-1]
    assert last.nps == pytest.approx(last.nodes / last.seconds)
    assert 0 < last.hashfull <= 1000
    assert len(last.lines) == 3
    assert [line.value for line in last.lines] == sorted((line.value for line in last.lines), reverse=True)
    assert all(line.move in LARGE.moves for line in last.lines)


def test_a_search_without_a_limit_is_stopped():
    search = Engine(hash=8).search(LARGE)
    first = next(search)
    search.stop()
    assert search.result().depth >= first.depth
    assert list(search) == []
    with Engine(hash=8).search(LARGE) as search:
        next(search)
    engine = Engine(hash=8)
    for report in engine.search(LARGE):
        if report.depth >= 2:
            break
    # The one before was let go, and does not keep this one waiting.
    assert engine.play(Board("01/21"), depth=3) == Board("01/21").moves[2]


def test_levels_differ():
    boards = [Board.random(8, 4, seed) for seed in range(10)]
    weak, strong = Engine(level=1, hash=8), Engine(hash=8)
    assert [weak.play(board, nodes=2000) for board in boards] != [
        strong.play(board, nodes=2000) for board in boards
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"time": 0},
        {"time": -1},
        {"time": float("nan")},
        {"time": "long"},
        {"nodes": 0},
        {"nodes": -5},
        {"nodes": 2**65},
        {"depth": 0},
        {"depth": 1.5},
        {"lines": 0},
        {"lines": 677},
        {"clock": 0},
        {"clock": Board("0")},
        {"patience": 3},
    ],
)
def test_other_limits_are_refused(options):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        Engine(hash=1).search(Board("01/21"), **options)


def test_unlimited_times_are_limits_too():
    assert Engine(hash=1).play(Board("01/21"), time=float("inf"), clock=1e300)


@pytest.mark.parametrize("options", [{"level": 0}, {"level": 11}, {"threads": 0}, {"hash": 0}, {"hash": 10**9}])
def test_other_engines_are_refused(options):
    with pytest.raises(ValueError):
        Engine(**options)


def test_nothing_is_searched_on_an_empty_board():
    with pytest.raises(ValueError, match="an empty one"):
        Engine(hash=1).search(Board("*"), nodes=1)


def test_what_is_not_solved_is_told():
    with pytest.raises(Unsolved) as caught:
        solve(LARGE, nodes=2000, hash=8)
    assert caught.value.nodes >= 2000


def test_reviews():
    game = Game.random(5, 3, 4)
    chance = random.Random(4)
    while not game.is_over:
        game = game.play(chance.choice(game.board.moves))
    found = review(Record(game, "Ada", "Bea"), nodes=20_000, hash=8)
    assert found == review(game, nodes=20_000, hash=8)
    assert found.start_value == solve(game.boards[0], hash=8).value
    lost = [summary.lost for summary in found.summaries]
    margin = game.scores[0] - game.scores[1]
    assert found.start_value - lost[0] + lost[1] == margin == found.expected_margins[-1]
    with pytest.raises(TypeError):
        review("a game")


def test_clocks():
    clock = Clock(0.05)
    assert clock.stop() == 0
    with clock:
        assert clock.is_running
        while not clock.is_out:
            pass
    assert (clock.left, clock.is_running) == (0, False)
    with pytest.raises(OutOfTime):
        clock.plan(Board("01/21"))
    aim, limit = Clock(60).plan(LARGE)
    assert 0 < aim <= limit < 60
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError):
            Clock(wrong)


def test_other_threads_go_on_during_a_search():
    search = Engine(hash=8).search(LARGE, time=600)
    thread = threading.Thread(target=search.result)
    thread.start()
    counted = 0
    while counted < 10 and thread.is_alive():
        counted += 1
        time.sleep(0.001)
    search.stop()
    thread.join()
    assert counted == 10


def test_one_engine_for_several_threads():
    engine = Engine(hash=8)
    boards = [Board.random(6, 3, seed) for seed in range(8)]
    alone = [Engine(hash=8).search(board).result().value for board in boards]
    found = [None] * len(boards)

    def search(index):
        found[index] = engine.search(boards[index]).result().value

    threads = [threading.Thread(target=search, args=(index,)) for index in range(len(boards))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == alone


INTERRUPTED = """
import os, signal, sys, threading, time, fruitrage
# Whoever runs the tests in the background may ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

def interrupt():
    # In the middle of the work: nothing else uses the processor.
    begun = time.process_time()
    while time.process_time() < begun + 0.1:
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)

board = fruitrage.Board.random(20, 5, seed=1)
finished = fruitrage.Game.random(20, 5, seed=1)
while not finished.is_over:
    finished = finished.play(finished.board.moves[0])
try:
    threading.Thread(target=interrupt).start()
    {work}
except KeyboardInterrupt:
    print(fruitrage.Engine(hash=1).play(board, depth=1), flush=True)
    sys.exit(7)
"""


@pytest.mark.parametrize(
    "work",
    [
        "fruitrage.Engine().search(board).result()",
        "list(fruitrage.Engine().search(board))",
        "fruitrage.solve(board)",
        "fruitrage.review(finished, time=60)",
        "board.count_lines(400)",
    ],
)
def test_control_c_interrupts(work):
    program = [sys.executable, "-c", INTERRUPTED.format(work=work)]
    ended = subprocess.run(program, stdout=subprocess.PIPE, text=True, timeout=300)
    assert ended.returncode == 7
    assert ended.stdout.strip() in {str(cell) for group in LARGE.groups for cell in group.cells}

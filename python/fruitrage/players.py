"""Simple players, to begin with and to measure by: functions for ``fruitrage.agent.run``.

>>> from fruitrage import Board, Clock
>>> board = Board("0120/1201/2012/0112")
>>> [str(player(board, Clock(60))) for player in (greedy, one_ply, alpha_beta)]
['B4', 'A1', 'A1']
"""

from __future__ import annotations

import random as _random
import time

from ._fruitrage import Board, Move
from .clock import Clock

__all__ = ["alpha_beta", "greedy", "one_ply", "random"]


def random(board: Board, clock: Clock) -> Move:
    """Takes any group, each as likely as the other."""
    return _random.choice(board.moves)


def greedy(board: Board, clock: Clock) -> Move:
    """Takes the largest group, of equal ones the leftmost."""
    return max(board.groups, key=len).move


def one_ply(board: Board, clock: Clock) -> Move:
    """Takes the group that leaves it ahead after the opponent's largest answer."""

    def lead(move: Move) -> int:
        after = board.play(move)
        answer = max((group.points for group in after.groups), default=0)
        return board.group(move).points - answer

    return max(board.moves, key=lead)


def alpha_beta(board: Board, clock: Clock) -> Move:
    """Looks deeper and deeper, by alpha-beta search, as long as its share of the clock lasts."""
    _, limit = clock.plan(board)
    search = _AlphaBeta(time.monotonic() + limit)
    best = greedy(board, clock)
    for depth in range(1, board.fruits_left + 1):
        try:
            best = search.best(board, depth)
        except TimeoutError:
            break
        if search.is_complete:
            break
    return best


_INFINITE = 10**9


class _AlphaBeta:
    """One search. Values are for the player to move, from the board to the end."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._nodes = 0
        self.is_complete = True

    def best(self, board: Board, depth: int) -> Move:
        """The best move, so many moves ahead."""
        self.is_complete = True
        alpha, best = -_INFINITE, board.moves[0]
        for group in sorted(board.groups, key=len, reverse=True):
            value = group.points - self._value(
                board.play(group), depth - 1, -_INFINITE, group.points - alpha
            )
            if value > alpha:
                alpha, best = value, group.move
        return best

    def _value(self, board: Board, depth: int, alpha: int, beta: int) -> int:
        self._look_at_the_clock()
        if board.is_empty:
            return 0
        groups = sorted(board.groups, key=len, reverse=True)
        if depth == 0:
            self.is_complete = False
            # To be on move is worth about half of the largest group.
            return groups[0].points // 2
        best = -_INFINITE
        for group in groups:
            points = group.points
            after = board.play(group)
            value = points - self._value(after, depth - 1, points - beta, points - max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best

    def _look_at_the_clock(self) -> None:
        self._nodes += 1
        if self._nodes % 64 == 0 and time.monotonic() >= self._deadline:
            raise TimeoutError

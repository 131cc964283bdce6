"""What is found, as named tuples: immutable, hashable, and ready to be pickled."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from ._fruitrage import Board, Group, Move

__all__ = [
    "Input",
    "Judgement",
    "Line",
    "MoveLike",
    "Report",
    "Review",
    "Solution",
    "Summary",
    "Turn",
]

MoveLike = Union["Move", "Group", str, tuple[int, int]]
"""What names a move: a move, a group, a text such as ``"G8"``, or a row and a column."""


class Input(NamedTuple):
    """The content of an ``input.txt``."""

    board: Board
    """The board before the move."""
    fruits: int
    """How many kinds of fruit the game has."""
    seconds: float
    """What the player to move has left for the rest of the game."""


class Turn(NamedTuple):
    """One move that was played."""

    move: Move
    """The cell that was chosen."""
    points: int
    """What it scored."""
    spent: float
    """The seconds it took."""


class Line(NamedTuple):
    """A line of play with its value."""

    value: int
    """What the player to move gains over the opponent from here to the end."""
    exact: bool
    """Whether the value is proved, not estimated."""
    moves: tuple[Move, ...]
    """Best play of both sides."""

    @property
    def move(self) -> Move:
        """The first move."""
        return self.moves[0]


class Report(NamedTuple):
    """What a search has found so far, or in the end."""

    depth: int
    """The depth in moves that was searched completely."""
    lines: tuple[Line, ...]
    """The best lines, best first."""
    nodes: int
    """How many positions were looked at."""
    seconds: float
    """How long the search took."""
    hashfull: int = 0
    """How much of the table the search has filled, in thousandths: near 1000 more ``hash``
    would help."""

    @property
    def nps(self) -> float:
        """How many positions were looked at per second."""
        return self.nodes / max(self.seconds, 1e-6)

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def value(self) -> int:
        """The value of the best line."""
        return self.lines[0].value

    @property
    def exact(self) -> bool:
        """Whether the value of the best line is proved."""
        return self.lines[0].exact


class Solution(NamedTuple):
    """What a position is worth with best play of both sides to the end."""

    value: int
    """What the player to move gains over the opponent; proved."""
    moves: tuple[Move, ...]
    """Best play of both sides to the end."""
    nodes: int
    """How many positions were searched."""
    seconds: float
    """How long it took."""


class Judgement(NamedTuple):
    """What one move of a game was worth, to the player who made it."""

    player: int
    """Who moved, 0 or 1."""
    move: Move
    """The move that was played."""
    points: int
    """What it scored."""
    value: int
    """What the player gains with this move and best play after it."""
    best_value: int
    """What the player would gain with the best move."""
    best: tuple[Move, ...]
    """Best play from the position."""
    exact: bool
    """Whether both values are proved."""

    @property
    def lost(self) -> int:
        """What the move gave away; never negative."""
        return self.best_value - self.value


class Summary(NamedTuple):
    """How a player did in a game."""

    moves: int
    """How many moves the player made."""
    flawless: int
    """How many of them gave nothing away."""
    lost: int
    """What they gave away in all."""
    accuracy: float | None
    """From 0 to 100; None without a move."""


class Review(NamedTuple):
    """A game judged move by move."""

    start_value: int
    """What the first player would gain over the second with best play of both."""
    judgements: tuple[Judgement, ...]
    """The moves in the order of the game."""
    expected_margins: tuple[int, ...]
    """The margin of the first player that best play would lead to, before every move and
    after the last one."""
    turning_points: tuple[int, ...]
    """The moves that changed who wins with best play, by their index."""
    summaries: tuple[Summary, Summary]
    """How the first and the second player did."""

"""What can be wrong."""

from __future__ import annotations

__all__ = ["GameOver", "IllegalMove", "OutOfTime", "TextError", "Unsolved"]


class TextError(ValueError):
    """A text is not what was expected, and where.

    >>> import fruitrage
    >>> try:
    ...     fruitrage.Board("01/2x")
    ... except TextError as error:
    ...     print(error.line, error.column, error.found)
    2 2 `x`
    """

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(line, column, expected, found)
        self.line = line
        """The line, counted from 1."""
        self.column = column
        """The character in the line, counted from 1."""
        self.expected = expected
        """What should have stood there."""
        self.found = found
        """What stood there instead."""

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        return f"{place}: expected {self.expected}, found {self.found}"


class IllegalMove(ValueError):
    """A move names a cell that is empty or outside the board."""


class GameOver(ValueError):
    """A move was played in a game that has ended."""


class OutOfTime(ValueError):
    """A move took all the time that its player had left."""


class Unsolved(Exception):
    """A position was not solved within the limits.

    >>> import fruitrage
    >>> try:
    ...     fruitrage.solve(fruitrage.Board.random(26, 9, seed=1), nodes=1000)
    ... except Unsolved as error:
    ...     print(error.nodes)
    1000
    """

    def __init__(
        self, message: str, nodes: int, seconds: float, between: tuple[int, int]
    ) -> None:
        super().__init__(message, nodes, seconds, between)
        self.nodes = nodes
        """How many positions were searched."""
        self.seconds = seconds
        """How long the search took."""
        self.between = between
        """The least and the most that the value can be."""

    def __str__(self) -> str:
        return str(self.args[0])

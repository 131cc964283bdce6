"""Boards as pictures, as coloured text, and on the screen."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .window import Frame, Window

if TYPE_CHECKING:
    from .._fruitrage import Board, Game

__all__ = ["FRAMES_PER_SECOND", "RENDER_MODES", "Screen", "check_mode", "picture", "render", "text"]

RENDER_MODES = ["human", "ansi", "rgb_array"]

FRAMES_PER_SECOND = 2
"""How fast a window shows moves, so that they can be followed."""

CELL = 32
"""The width of a cell in a picture."""

PAPER = (251, 247, 239)
HOLE = (241, 234, 219)

# They can be told apart without red and green.
COLOURS = np.array(
    [
        (213, 94, 0),
        (0, 114, 178),
        (240, 228, 66),
        (0, 158, 115),
        (204, 121, 167),
        (86, 180, 233),
        (80, 60, 50),
        (230, 159, 0),
        (130, 80, 200),
        (150, 150, 150),
    ],
    dtype=np.uint8,
)


def picture(board: Board) -> npt.NDArray[np.uint8]:
    """The board as an array of height, width and colour.

    >>> from fruitrage import Board
    >>> picture(Board("01/21")).shape
    (64, 64, 3)
    """
    numbers = board.to_numpy()
    sheet = np.empty((board.size * CELL, board.size * CELL, 3), dtype=np.uint8)
    sheet[:] = PAPER
    across = np.arange(CELL) - (CELL - 1) / 2
    disc = np.hypot(across[:, None], across[None, :]) < CELL * 0.42
    for (row, column), number in np.ndenumerate(numbers):
        place = sheet[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        place[1:-1, 1:-1] = HOLE
        if number >= 0:
            place[disc] = COLOURS[number]
    return sheet


def text(board: Board, scores: tuple[int, int], *, coloured: bool) -> str:
    """The board as text with the points of both players above it.

    >>> from fruitrage import Board
    >>> print(text(Board("01/2*"), (4, 0), coloured=False))
    4 - 0
    0 1
    2 *
    """
    lines = [f"{scores[0]} - {scores[1]}"]
    for row in board.to_numpy():
        lines.append(" ".join(_symbol(int(number), coloured) for number in row))
    return "\n".join(lines)


def _symbol(number: int, coloured: bool) -> str:
    if number < 0:
        return "*"
    if not coloured:
        return str(number)
    red, green, blue = COLOURS[number]
    return f"\x1b[38;2;{red};{green};{blue}m{number}\x1b[0m"


def check_mode(mode: str | None) -> None:
    """Refuses a way of rendering that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"expected one of {RENDER_MODES}, found {mode!r}")


def render(game: Game, mode: str | None, screen: Screen) -> Any:
    """The game as a picture or as text, or on the screen."""
    if mode == "rgb_array":
        return picture(game.board)
    if mode == "ansi":
        return text(game.board, game.scores, coloured=False)
    if mode == "human":
        screen.show(game)
    return None


class Screen:
    """Where people see a game: a window if there is a display, and standard output if not.

    A window that was closed stays closed, and the game goes on without it.
    """

    def __init__(self) -> None:
        self._window: Window | None = None
        self._is_begun = False
        self._next_frame = 0.0

    def show(self, game: Game) -> None:
        """Shows the game as it stands."""
        if not self._is_begun:
            self._window = Window.open() if _has_display() else None
            self._is_begun = True
        if self._window is None:
            coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
            print(text(game.board, game.scores, coloured=coloured), end="\n\n")
            return
        time.sleep(max(0.0, self._next_frame - time.monotonic()))
        if self._window.show(_frame(game)):
            self._next_frame = time.monotonic() + 1 / FRAMES_PER_SECOND

    def close(self) -> None:
        """Closes the window, if there is one; the next frame opens another."""
        if self._window is not None:
            self._window.close()
        self._window, self._is_begun = None, False


def _has_display() -> bool:
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY"))
    return True


def _frame(game: Game) -> Frame:
    first, second = game.scores
    sheet = picture(game.board)
    height, width, _ = sheet.shape
    return Frame(f"{first} \N{EN DASH} {second}", b"P6 %d %d 255\n" % (width, height) + sheet.tobytes())

"""A player's clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ._fruitrage import plan
from .errors import OutOfTime

if TYPE_CHECKING:
    from types import TracebackType

    from ._fruitrage import Board

__all__ = ["Clock"]


class Clock:
    """The time that a player has for a whole game.

    It runs inside a ``with`` block, and is as good as a number of seconds wherever the
    engine takes one.

    >>> from fruitrage import Board, Engine
    >>> clock = Clock(60)
    >>> with clock:
    ...     move = Engine().play(Board("01/21"), clock=clock)
    >>> 0 < clock.left < 60
    True
    >>> clock.plan(Board.random(10, seed=1))[0] < 60
    True
    """

    def __init__(self, seconds: float) -> None:
        if not 0 < seconds < float("inf"):
            raise ValueError(f"expected a number of seconds above 0, found {seconds}")
        self._left = float(seconds)
        self._since: float | None = None

    @property
    def left(self) -> float:
        """The seconds left; not below 0."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        return max(0.0, self._left - running)

    @property
    def is_running(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    @property
    def is_out(self) -> bool:
        """Whether no time is left: the game is lost."""
        return self.left == 0

    def start(self) -> None:
        """Lets the clock run, if it does not."""
        if self._since is None:
            self._since = time.monotonic()

    def stop(self) -> float:
        """Stops the clock and returns the seconds it ran since it was started."""
        if self._since is None:
            return 0.0
        ran = time.monotonic() - self._since
        self._left = max(0.0, self._left - ran)
        self._since = None
        return ran

    def plan(self, board: Board) -> tuple[float, float]:
        """The seconds for the next move: what to aim at, and what not to exceed."""
        left = self.left
        if left == 0:
            raise OutOfTime("expected some time left, found none")
        return plan(board, left)

    def __float__(self) -> float:
        return self.left

    def __enter__(self) -> Clock:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Clock {self.left:.3f} s{', running' if self.is_running else ''}>"

"""The game for one agent against an opponent, by Gymnasium's convention."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle

from .._fruitrage import Board, Engine, Game, Move
from ..results import MoveLike
from . import rendering
from .rewards import REWARDS, check_reward

__all__ = ["FruitRageEnv"]

Opponent = Callable[[Board], MoveLike]
"""Chooses a move on a board."""

NODES = 2000
"""How many positions the engine looks at as an opponent: the same answers every time."""

_TRIES = 1000


class FruitRageEnv(gymnasium.Env[npt.NDArray[np.int8], np.int64], EzPickle):
    """The game against an opponent: ``"greedy"``, ``"random"``, ``"engine"`` (with its
    ``level``), or a function that takes a board and returns a move.

    An observation is the board; ``info["action_mask"]`` and ``action_masks()`` say which
    cells are moves. An illegal move loses the game. ``seat`` is 0 to begin, 1 to let the
    opponent begin, None for either, by chance. ``reward`` is ``"outcome"``, 1 for a win and
    -1 for a loss at the end, or ``"points"``, those of a move less those of the answer.

    >>> env = FruitRageEnv(size=5, fruits=3, opponent="greedy")
    >>> board, info = env.reset(seed=1)
    >>> board.shape, int(info["action_mask"].sum()) <= 25
    ((5, 5), True)
    """

    metadata: dict[str, Any] = {
        "render_modes": rendering.RENDER_MODES,
        "render_fps": rendering.FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        size: int = 10,
        fruits: int = 4,
        opponent: str | Opponent = "greedy",
        level: int = 3,
        seat: int | None = None,
        reward: str = REWARDS[0],
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, size, fruits, opponent, level, seat, reward, render_mode)
        # Refuses a size or number of fruits that there is not.
        self._game = Game.random(size, fruits, 0)
        self.size, self.fruits, self.render_mode = size, fruits, render_mode
        if seat not in (0, 1, None):
            raise ValueError(f"expected seat=0, 1 or None, found {seat!r}")
        rendering.check_mode(render_mode)
        self._screen = rendering.Screen()
        self._chosen_seat, self.seat = seat, seat or 0
        self._is_over = True
        self._reward_name = reward
        self._reward = check_reward(reward)
        self._opponent = self._find_opponent(opponent, level)
        self.observation_space = spaces.Box(-1, fruits - 1, (size, size), np.int8)
        self.action_space = spaces.Discrete(size * size)

    def _find_opponent(self, opponent: str | Opponent, level: int) -> Opponent:
        if callable(opponent):
            return opponent
        if opponent == "greedy":
            return lambda board: max(board.groups, key=len)
        if opponent == "random":
            return lambda board: board.moves[int(self.np_random.integers(len(board.moves)))]
        if opponent == "engine":
            engine = Engine(level=level, hash=16)
            return lambda board: engine.play(board, nodes=NODES)
        expected = "'greedy', 'random', 'engine' or a function"
        raise ValueError(f"expected opponent={expected}, found {opponent!r}")

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._game

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are moves."""
        return (self._game.board.to_numpy() >= 0).ravel()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        # With few fruits an opponent who begins may take everything.
        for _ in range(_TRIES):
            drawn = int(self.np_random.integers(2**63))
            either = int(self.np_random.integers(2))
            self.seat = either if self._chosen_seat is None else self._chosen_seat
            self._game = Game.random(self.size, self.fruits, drawn)
            if self.seat == 1:
                self._answer()
            if not self._game.is_over:
                break
        else:
            raise ValueError("expected boards with a move for seat 1, found none")
        self._is_over = False
        self._show()
        return self._game.board.to_numpy(), self._info()

    def _answer(self) -> None:
        if not self._game.is_over:
            self._game = self._game.play(self._opponent(self._game.board))

    def step(
        self, action: Any
    ) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        if self._is_over:
            raise ValueError("expected reset() before the first step of a game")
        move = Move.from_index(int(action), self.size)
        before = self._game
        if before.board[move] is None:
            return self._lose()
        self._game = before.play(move)
        self._answer()
        self._is_over = self._game.is_over
        reward = self._reward(before, self._game, self.seat)
        self._show()
        return self._game.board.to_numpy(), reward, self._is_over, False, self._info()

    def _lose(self) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        self._is_over = True
        board = self._game.board
        # Never better than any way of playing on.
        reward = -1.0 if self._reward_name == "outcome" else -float(board.most_points_left)
        return board.to_numpy(), reward, True, False, {**self._info(), "illegal_move": True}

    def _info(self) -> dict[str, Any]:
        mine = self._game.scores[self.seat]
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "margin": mine - self._game.scores[1 - self.seat],
        }

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return rendering.render(self._game, self.render_mode, self._screen)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._screen.close()

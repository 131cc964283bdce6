"""Thousands of games at once."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from .._fruitrage import Games
from .rewards import REWARDS, check_reward

__all__ = ["VectorEnv"]

Boards = npt.NDArray[np.int8]


class VectorEnv(GymnasiumVectorEnv[Boards, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games, stepped together in Rust, without Python's lock.

    With ``opponent="greedy"`` or ``"random"`` each step is a move and the opponent's answer,
    and who begins alternates; without one each step is a move of the player to move, and
    rewards are that player's: games of an agent against itself.

    A game that ends is followed by the next one in the same step; the board that it ended
    with is empty. ``infos["action_mask"]`` says which cells are moves, and
    ``infos["margin"]`` how games that ended were won: by whoever steps them, or without an
    opponent by the first player. The same seed gives the same games for ever.

    ``copy=False`` saves time: the arrays of one step are then overwritten by the next.

    >>> envs = VectorEnv(1000, size=8, fruits=4)
    >>> boards, infos = envs.reset(seed=1)
    >>> boards.shape, infos["action_mask"].shape
    ((1000, 8, 8), (1000, 64))
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> boards, rewards, terminated, truncated, infos = envs.step(actions)
    >>> float(rewards.min())
    1.0
    """

    metadata: dict[str, Any] = {
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int,
        size: int = 10,
        fruits: int = 4,
        opponent: str | None = None,
        reward: str = REWARDS[1],
        copy: bool = True,
    ) -> None:
        self.num_envs, self.size, self.fruits = num_envs, size, fruits
        self._games = Games(num_envs, size, fruits, opponent)
        check_reward(reward)
        self._outcome_only = reward == "outcome"
        if self._outcome_only and opponent is None:
            raise ValueError("expected an opponent with reward='outcome', found none")
        self._copy = copy
        self.single_observation_space = spaces.Box(-1, fruits - 1, (size, size), np.int8)
        self.single_action_space = spaces.Discrete(size * size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._cells = np.empty((num_envs, size * size), np.int8)
        self._mask = np.empty((num_envs, size * size), np.bool_)
        self._rewards = np.empty(num_envs, np.float32)
        self._ended = np.empty(num_envs, np.bool_)
        self._margins = np.zeros(num_envs, np.int32)
        self._never = np.zeros(num_envs, np.bool_)
        self._is_reset = False

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Boards, dict[str, Any]]:
        chosen = secrets.randbits(63) if seed is None else int(seed)
        if chosen < 0:
            raise ValueError(f"expected a seed from 0 on, found {chosen}")
        self._games.reset(chosen, self._cells)
        self._margins[:] = 0
        self._is_reset = True
        return self._boards(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        Boards, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        if not self._is_reset:
            raise ValueError("expected reset() before the first step")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            expected = f"{self.num_envs} whole numbers"
            raise ValueError(f"expected {expected}, found {chosen.dtype} of shape {chosen.shape}")
        chosen = np.ascontiguousarray(chosen, np.int64)
        self._games.step(chosen, self._cells, self._rewards, self._ended, self._margins)
        rewards = self._rewards
        if self._outcome_only:
            rewards = np.sign(self._margins).astype(np.float32)
        ended = self._ended
        if self._copy:
            rewards, ended = rewards.copy(), ended.copy()
        return self._boards(), rewards, ended, self._never, self._infos()

    def to_move(self) -> npt.NDArray[np.int8]:
        """Who is to move in each game: 0 or 1."""
        return self._games.to_move()

    def afterstates(
        self, largest: int = 8
    ) -> tuple[
        npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float32], npt.NDArray[np.float32]
    ]:
        """Every move of every game: its game, its action, its points, and what the board
        after it looks like: the sizes of the largest groups, the number of groups and the
        number of fruits.

        >>> envs = VectorEnv(2, size=4, fruits=2)
        >>> _ = envs.reset(seed=1)
        >>> games, actions, points, features = envs.afterstates(largest=3)
        >>> features.shape == (len(games), 5)
        True
        """
        return self._games.afterstates(largest)

    def _boards(self) -> Boards:
        boards = self._cells.reshape(self.num_envs, self.size, self.size)
        return boards.copy() if self._copy else boards

    def _infos(self) -> dict[str, Any]:
        # Comparing takes no longer than copying would.
        mask = np.greater_equal(self._cells, 0, out=None if self._copy else self._mask)
        margins = self._margins.copy() if self._copy else self._margins
        return {"action_mask": mask, "margin": margins}

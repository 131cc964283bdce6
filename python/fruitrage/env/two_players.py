"""The game for two agents, by PettingZoo's convention."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._fruitrage import Game, Move
from . import rendering
from .rewards import REWARDS, check_reward

__all__ = ["env", "raw_env"]


def env(**options: Any) -> Any:
    """The environment as agents should use it: an illegal move loses, and a wrong order of
    calls is told.

    >>> game = env(size=5, fruits=3)
    >>> game.reset(seed=1)
    >>> game.agent_selection
    'player_0'
    """
    wrapped: Any = raw_env(**options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any], EzPickle):  # type: ignore[misc,unused-ignore]
    """The bare environment. An illegal move is an exception.

    ``reward`` is ``"outcome"``, 1 for a win and -1 for a loss at the end, or ``"points"``,
    what a move scores, less for the other player as it is more for the one.
    """

    metadata: dict[str, Any] = {
        "render_modes": rendering.RENDER_MODES,
        "name": "fruitrage_v0",
        "is_parallelizable": False,
        "render_fps": rendering.FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        size: int = 10,
        fruits: int = 4,
        reward: str = REWARDS[0],
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, size, fruits, reward, render_mode)
        super().__init__()
        # Refuses a size or number of fruits that there is not.
        self._game = Game.random(size, fruits, 0)
        self.size, self.fruits, self.render_mode = size, fruits, render_mode
        self._reward = check_reward(reward)
        rendering.check_mode(render_mode)
        self._screen = rendering.Screen()
        self._chance, _ = seeding.np_random(None)
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        cells = size * size
        observation: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-1, fruits - 1, (size, size), np.int8),
            "action_mask": spaces.Box(0, 1, (cells,), np.int8),
        }
        self.observation_spaces = {name: spaces.Dict(observation) for name in self.agents}
        self.action_spaces = {name: spaces.Discrete(cells) for name in self.agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._game

    def observe(self, agent: str) -> dict[str, Any]:
        board = self._game.board.to_numpy()
        mask = (board >= 0).astype(np.int8).ravel()
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": board, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        drawn = int(self._chance.integers(2**63))
        self._game = Game.random(self.size, self.fruits, drawn)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._show()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._game
        self._game = before.play(Move.from_index(int(action), self.size))
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.agents[self._game.to_move]
        for index, name in enumerate(self.agents):
            self.rewards[name] = self._reward(before, self._game, index)
            self.terminations[name] = self._game.is_over
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return rendering.render(self._game, self.render_mode, self._screen)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._screen.close()

"""The game for OpenSpiel.

Importing this module registers it: ``pyspiel.load_game("python_fruitrage(size=5,fruits=3)")``.
Chance deals the board, cell by cell; then the players alternate. A group is one action, its
leftmost, then highest cell. Returns are margins, those of the one the negative of the
other's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from .._fruitrage import Board, Game, Move

__all__ = ["FruitRageGame", "FruitRageState"]

_DEFAULTS = {"size": 5, "fruits": 3}

_GAME_TYPE = pyspiel.GameType(
    short_name="python_fruitrage",
    long_name="The Fruit Rage",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class FruitRageGame(pyspiel.Game):  # type: ignore[misc]
    """The game, with its size and number of kinds of fruit."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = {**_DEFAULTS, **(params or {})}
        self.size, self.fruits = int(parameters["size"]), int(parameters["fruits"])
        # Refuses a size or number of fruits that there is not.
        Game.random(self.size, self.fruits, 0)
        cells = self.size * self.size
        information = pyspiel.GameInfo(
            num_distinct_actions=cells,
            max_chance_outcomes=self.fruits,
            num_players=2,
            min_utility=-float(cells**2),
            max_utility=float(cells**2),
            utility_sum=0.0,
            max_game_length=cells,
        )
        super().__init__(_GAME_TYPE, information, parameters)

    def new_initial_state(self, state: Any = None) -> FruitRageState:
        if state is not None:
            raise ValueError("expected no state to begin with, found one")
        return FruitRageState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        ):
            return BoardObserver(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class FruitRageState(pyspiel.State):  # type: ignore[misc]
    """A game that is being dealt or played."""

    def __init__(self, game: FruitRageGame) -> None:
        super().__init__(game)
        self.size, self.fruits = game.size, game.fruits
        self.dealt: list[int] = []
        self.game: Game | None = None

    def current_player(self) -> int:
        if self.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.game.is_over else self.game.to_move

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(fruit, 1 / self.fruits) for fruit in range(self.fruits)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.game is None:
            return list(range(self.fruits))
        return sorted(move.index(self.size) for move in self.game.board.moves)

    def _apply_action(self, action: int) -> None:
        if self.game is not None:
            self.game = self.game.play(Move.from_index(action, self.size))
            return
        self.dealt.append(action)
        if len(self.dealt) == self.size**2:
            board = Board(np.array(self.dealt).reshape(self.size, self.size))
            self.game = Game(board, fruits=self.fruits)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Deal {action}"
        return str(Move.from_index(action, self.size))

    def is_terminal(self) -> bool:
        return self.game is not None and self.game.is_over

    def returns(self) -> list[float]:
        if self.game is None or not self.game.is_over:
            return [0.0, 0.0]
        margin = float(self.game.scores[0] - self.game.scores[1])
        return [margin, -margin]

    def __str__(self) -> str:
        if self.game is None:
            return "dealt " + "".join(map(str, self.dealt))
        first, second = self.game.scores
        return f"{self.game.board}\n{first} - {second}"


class BoardObserver:
    """What everybody sees: a plane for each kind of fruit, and the margin."""

    def __init__(self, game: FruitRageGame) -> None:
        self._size, self._fruits = game.size, game.fruits
        planes = self._fruits * self._size**2
        self.tensor = np.zeros(planes + 1, np.float32)
        shape = (self._fruits, self._size, self._size)
        self.dict = {
            "board": self.tensor[:planes].reshape(shape),
            "margin": self.tensor[planes:],
        }

    def set_from(self, state: FruitRageState, player: int) -> None:
        self.tensor.fill(0)
        if state.game is None:
            return
        board = state.game.board.to_numpy()
        for fruit in range(self._fruits):
            self.dict["board"][fruit] = board == fruit
        first, second = state.game.scores
        self.dict["margin"][0] = second - first if player == 1 else first - second

    def string_from(self, state: FruitRageState, player: int) -> str:
        return str(state)


pyspiel.register_game(_GAME_TYPE, FruitRageGame)

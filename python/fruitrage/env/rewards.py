"""What a player is rewarded with."""

from __future__ import annotations

from collections.abc import Callable

from .._fruitrage import Game

__all__ = ["REWARDS", "check_reward"]

REWARDS = ("outcome", "points")

Reward = Callable[[Game, Game, int], float]
"""What a player gains between two moments of a game."""


def check_reward(name: str) -> Reward:
    """The reward of this name."""
    if name == "outcome":
        return _outcome
    if name == "points":
        return _points
    raise ValueError(f"expected reward='outcome' or 'points', found {name!r}")


def _outcome(before: Game, after: Game, player: int) -> float:
    if not after.is_over or after.winner is None:
        return 0.0
    return 1.0 if after.winner == player else -1.0


def _points(before: Game, after: Game, player: int) -> float:
    def lead(game: Game) -> int:
        return game.scores[player] - game.scores[1 - player]

    return float(lead(after) - lead(before))

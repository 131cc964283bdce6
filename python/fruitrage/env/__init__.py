"""Environments to learn in.

``env()`` and ``raw_env()``
    for two agents, by PettingZoo's convention.
``FruitRageEnv``
    for one agent against an opponent, by Gymnasium's; also
    ``gymnasium.make("fruitrage.env:fruitrage/FruitRage-v0")``.
``VectorEnv``
    thousands of games at once, stepped in Rust.
``fruitrage.env.open_spiel``
    the game for OpenSpiel: ``pyspiel.load_game("python_fruitrage")``.

Each needs its library: ``pip install 'fruitrage[env]'`` or ``'fruitrage[openspiel]'``.
Actions are places in the flattened board, ``row * size + column``; any cell of a group is
the same move. Boards are arrays of rows, -1 for an empty cell.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .one_player import FruitRageEnv
    from .two_players import env, raw_env
    from .vector import VectorEnv

__all__ = ["FruitRageEnv", "VectorEnv", "env", "raw_env"]

_HOMES = {
    "FruitRageEnv": ".one_player",
    "VectorEnv": ".vector",
    "env": ".two_players",
    "raw_env": ".two_players",
}


def __getattr__(name: str) -> Any:
    # Not before they are asked for: nobody needs all of the libraries.
    if name in _HOMES:
        try:
            return getattr(import_module(_HOMES[name], __name__), name)
        except ModuleNotFoundError as error:
            message = f"{error}; pip install 'fruitrage[env]' installs what environments need"
            raise ModuleNotFoundError(message, name=error.name) from error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register() -> None:
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    if "fruitrage/FruitRage-v0" not in registry:
        register("fruitrage/FruitRage-v0", "fruitrage.env.one_player:FruitRageEnv")


_register()

"""The Fruit Rage: rules, engine, exact solver and environments.

>>> import fruitrage
>>> board = fruitrage.Board.random(size=5, fruits=3, seed=1)
>>> solution = fruitrage.solve(board)
>>> solution.value, str(solution.moves[0])
(5, 'A4')
>>> game = fruitrage.Game(board)
>>> while not game.is_over:
...     game = game.play(max(game.board.groups, key=len))
>>> game.scores
(67, 74)

``fruitrage.env`` has environments for PettingZoo, Gymnasium and OpenSpiel, and one that
steps thousands of games at once; ``fruitrage.agent`` makes a program of a function that
chooses moves.
"""

from ._fruitrage import (
    Board,
    Engine,
    Game,
    Group,
    Move,
    Record,
    Search,
    __version__,
    parse_input,
    parse_records,
    review,
    solve,
)
from .clock import Clock
from .errors import GameOver, IllegalMove, OutOfTime, TextError, Unsolved
from .results import (
    Input,
    Judgement,
    Line,
    MoveLike,
    Report,
    Review,
    Solution,
    Summary,
    Turn,
)

__all__ = [
    "Board",
    "Clock",
    "Engine",
    "Game",
    "GameOver",
    "Group",
    "IllegalMove",
    "Input",
    "Judgement",
    "Line",
    "Move",
    "MoveLike",
    "OutOfTime",
    "Record",
    "Report",
    "Review",
    "Search",
    "Solution",
    "Summary",
    "TextError",
    "Turn",
    "Unsolved",
    "__version__",
    "parse_input",
    "parse_records",
    "review",
    "solve",
]

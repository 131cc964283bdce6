"""A program that plays, made of a function that chooses moves.

::

    import fruitrage.agent

    fruitrage.agent.run(lambda board, clock: max(board.groups, key=len))

is an agent of both protocols of the arena: one that reads ``input.txt`` and writes
``output.txt``, and one that talks line by line::

    fruitrage match 'python3 mine.py' greedy
    fruitrage match 'stdio:python3 mine.py' greedy
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from ._fruitrage import Board, __version__, parse_input
from .clock import Clock
from .results import MoveLike

__all__ = ["Choose", "answer_file", "run", "talk"]

Choose = Callable[[Board, Clock], MoveLike]
"""Chooses a move on a board, with a clock that runs and is for the rest of the game."""

_UNTIMED = 1e9


def run(choose: Choose, *, protocol: str | None = None, name: str | None = None) -> None:
    """Plays with a function that chooses moves.

    ``protocol`` is ``"file"`` or ``"lines"``; without it, the file protocol is spoken where
    there is an ``input.txt`` in the current directory, and the line protocol elsewhere.
    """
    if protocol is None:
        protocol = "file" if Path("input.txt").exists() else "lines"
    if protocol == "file":
        answer_file(choose)
    elif protocol == "lines":
        talk(choose, name=name)
    else:
        raise ValueError(f"expected protocol='file' or 'lines', found {protocol!r}")


def answer_file(choose: Choose, directory: str | os.PathLike[str] = ".") -> None:
    """Reads ``input.txt`` in a directory and writes ``output.txt`` beside it, whole.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     folder = Path(directory)
    ...     _ = (folder / "input.txt").write_text("2\\n3\\n123.6\\n01\\n21\\n")
    ...     answer_file(lambda board, clock: max(board.groups, key=len), folder)
    ...     print((folder / "output.txt").read_text(), end="")
    B1
    0*
    2*
    """
    folder = Path(directory)
    given = parse_input((folder / "input.txt").read_text(encoding="utf-8", errors="replace"))
    with Clock(given.seconds) as clock:
        move = choose(given.board, clock)
    group = given.board.group(move)
    text = f"{group.move}\n{given.board.play(group)}\n"
    with tempfile.NamedTemporaryFile("w", dir=folder, prefix=".output-", delete=False) as file:
        file.write(text)
    os.replace(file.name, folder / "output.txt")


def talk(
    choose: Choose,
    source: TextIO | None = None,
    target: TextIO | None = None,
    *,
    name: str | None = None,
) -> None:
    """Talks the line protocol of docs/protocol.md until ``quit`` or the end of the input.

    >>> import io
    >>> said = io.StringIO()
    >>> host = io.StringIO("isready\\nposition board 01/21\\ngo clock 60\\nquit\\n")
    >>> talk(lambda board, clock: board.moves[0], host, said)
    >>> print(said.getvalue(), end="")
    readyok
    bestmove A1
    """
    source = sys.stdin if source is None else source
    target = sys.stdout if target is None else target
    board: Board | None = None
    for line in source:
        words = line.split()
        try:
            match words:
                case []:
                    continue
                case ["fri"]:
                    answer = f"id name {name or 'a Python agent'}\nid version {__version__}\nfriok"
                case ["isready"]:
                    answer = "readyok"
                case ["position", "board", rows, *moves]:
                    board = _position(rows, moves)
                    continue
                case ["go", *limits]:
                    answer = _go(choose, board, limits)
                case ["quit"]:
                    return
                case ["setoption" | "newgame" | "stop", *_]:
                    continue
                case _:
                    answer = f"error expected a command of the protocol, found {line.strip()!r}"
        except _NotUnderstood as error:
            answer = f"error {error}"
        print(answer, file=target, flush=True)


class _NotUnderstood(Exception):
    """The host said something that cannot be used."""


def _position(rows: str, words: list[str]) -> Board:
    if words and words[0] != "moves":
        raise _NotUnderstood(f"expected moves, found {words[0]!r}")
    try:
        board = Board(rows)
        for move in words[1:]:
            board = board.play(move)
    except ValueError as error:
        raise _NotUnderstood(str(error)) from error
    return board


def _go(choose: Choose, board: Board | None, limits: list[str]) -> str:
    if board is None:
        raise _NotUnderstood("expected `position` before `go`, found none")
    if board.is_empty:
        return "bestmove none"
    with Clock(_seconds(limits)) as clock:
        move = choose(board, clock)
    return f"bestmove {board.group(move).move}"


def _seconds(limits: list[str]) -> float:
    """The least of the times that the host gives; depths and nodes are not for us."""
    given = dict(zip(limits[::2], limits[1::2]))
    try:
        times = [float(given[key]) for key in ("clock", "movetime") if key in given]
        return Clock(min(times, default=_UNTIMED)).left
    except ValueError as error:
        raise _NotUnderstood(f"expected seconds above 0, found {' '.join(limits)!r}") from error

"""Steps per second of the vectorised environment against the rules in plain Python.

Both play random moves on the same kind of board, give the board and which cells are moves
after every step, and begin anew when a game ends. They take turns in one process, and what
counts is processor time, so that whatever else the machine does matters little.

    python benches/steps.py [SIZE FRUITS]
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time

import numpy as np

from fruitrage.env import VectorEnv

GAMES = 2048
PLAIN_GAMES = 40
STEPS = 80
ROUNDS = 7


class PlainGame:
    """The rules as one would write them in Python: lists and a flood fill."""

    def __init__(self, size: int, fruits: int) -> None:
        self.size, self.fruits = size, fruits
        self.reset()

    def reset(self) -> tuple[list[list[int]], list[bool]]:
        cells = range(self.size)
        self.rows = [[random.randrange(self.fruits) for _ in cells] for _ in cells]
        return self.observe()

    def observe(self) -> tuple[list[list[int]], list[bool]]:
        return [row[:] for row in self.rows], [cell >= 0 for row in self.rows for cell in row]

    def step(self, action: int) -> tuple[list[list[int]], list[bool], int, bool]:
        rows, size = self.rows, self.size
        row, column = divmod(action, size)
        fruit = rows[row][column]
        claimed, rest = 0, [(row, column)]
        touched = set()
        while rest:
            r, c = rest.pop()
            if 0 <= r < size and 0 <= c < size and rows[r][c] == fruit:
                rows[r][c] = -1
                claimed += 1
                touched.add(c)
                rest += ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
        for c in touched:
            left = [rows[r][c] for r in range(size) if rows[r][c] >= 0]
            left = [-1] * (size - len(left)) + left
            for r in range(size):
                rows[r][c] = left[r]
        # Everything has fallen: an empty bottom row is an empty board.
        ended = max(rows[-1]) < 0
        board, mask = self.reset() if ended else self.observe()
        return board, mask, claimed * claimed, ended


def plain_steps(
    games: list[PlainGame], masks: list[list[bool]], count: int
) -> tuple[float, list[list[bool]]]:
    """Processor seconds for so many steps of all games; choosing moves is not counted."""
    spent = 0.0
    for _ in range(count):
        actions = [
            random.choice([cell for cell, filled in enumerate(mask) if filled]) for mask in masks
        ]
        start = time.thread_time()
        masks = [game.step(action)[1] for game, action in zip(games, actions)]
        spent += time.thread_time() - start
    return spent, masks


def vector_steps(
    envs: VectorEnv, mask: np.ndarray, chance: np.random.Generator, count: int
) -> tuple[float, np.ndarray]:
    """Processor seconds for so many steps of all games; choosing moves is not counted."""
    spent = 0.0
    for _ in range(count):
        actions = (chance.random(mask.shape, np.float32) * mask).argmax(axis=1)
        start = time.thread_time()
        _, _, _, _, infos = envs.step(actions)
        spent += time.thread_time() - start
        mask = infos["action_mask"]
    return spent, mask


def main(size: int = 10, fruits: int = 4) -> None:
    random.seed(1)
    # Python does best without looking for garbage, of which there is none.
    gc.disable()
    chance = np.random.default_rng(1)
    games = [PlainGame(size, fruits) for _ in range(PLAIN_GAMES)]
    plain_masks = [game.reset()[1] for game in games]
    envs = VectorEnv(GAMES, size=size, fruits=fruits)
    _, infos = envs.reset(seed=1)
    mask = infos["action_mask"]
    ratios, rates = [], []
    for _ in range(ROUNDS):
        spent, plain_masks = plain_steps(games, plain_masks, STEPS)
        plain = PLAIN_GAMES * STEPS / spent
        spent, mask = vector_steps(envs, mask, chance, STEPS)
        rates.append(GAMES * STEPS / spent)
        ratios.append(rates[-1] / plain)
    rate, ratio = statistics.median(rates), statistics.median(ratios)
    print(f"{size}x{size}, {fruits} kinds, {GAMES} games at once, one core")
    print(f"vectorised: {rate:,.0f} steps/s; plain Python: {rate / ratio:,.0f} steps/s")
    print(f"ratio: {ratio:.0f} (from {min(ratios):.0f} to {max(ratios):.0f})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

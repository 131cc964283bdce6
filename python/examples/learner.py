"""Learns to play from games against itself, and beats the greedy player.

    python examples/learner.py [--steps 1500] [--picture curve.svg]

A small network estimates what a position is worth to the player to move, from the sizes of
its largest groups, the number of groups and the number of fruits. A position is worth what
its best move gives, and a move gives its points less what the position after it is worth:
so the network learns from its own estimates one move later (temporal differences), in
hundreds of games at once. Every so often it meets `greedy` on boards that it never learned
from, each from both sides; what counts is the margin of the pair.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from fruitrage import Board, Game
from fruitrage.env import VectorEnv

SIZE, FRUITS = 6, 3
GAMES = 256
LARGEST = 10
HIDDEN = 32
EXPLORATION = 0.1
RATE = 3e-3
SCALE = 20.0
"""Values are learned in units of so many points."""

FIRST_TEST_SEED = 1_000_000
"""The boards that strength is measured on; no game to learn from has them."""


def inputs(features: np.ndarray) -> np.ndarray:
    """What the network sees: points instead of sizes, and everything of about the same size."""
    points = features[:, :LARGEST] ** 2 / SCALE
    rest = features[:, LARGEST:] / (SIZE * SIZE)
    parity = features[:, -1:] % 2
    return np.concatenate([points, rest, parity], axis=1)


class Value:
    """A network with one hidden layer, trained by Adam."""

    def __init__(self, chance: np.random.Generator) -> None:
        width = LARGEST + 3
        self.weights = [
            chance.normal(0, width**-0.5, (width, HIDDEN)),
            np.zeros(HIDDEN),
            np.zeros(HIDDEN),
        ]
        self.moments = [[np.zeros_like(weight) for weight in self.weights] for _ in range(2)]
        self.updates = 0

    def __call__(self, features: np.ndarray) -> np.ndarray:
        """What positions are worth to the player to move; an empty board nothing."""
        hidden = np.tanh(inputs(features) @ self.weights[0] + self.weights[1])
        return SCALE * (hidden @ self.weights[2]) * (features[:, -1] > 0)

    def learn(self, features: np.ndarray, targets: np.ndarray) -> None:
        """Moves the estimates a little towards the targets."""
        seen = inputs(features)
        hidden = np.tanh(seen @ self.weights[0] + self.weights[1])
        error = (hidden @ self.weights[2] - targets / SCALE) / len(targets)
        back = np.outer(error, self.weights[2]) * (1 - hidden**2)
        gradients = [seen.T @ back, back.sum(axis=0), hidden.T @ error]
        self.updates += 1
        for index, gradient in enumerate(gradients):
            mean, square = (moment[index] for moment in self.moments)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = mean / (1 - 0.9**self.updates)
            scale = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            self.weights[index] -= RATE * unbiased / scale


def best_of_each(owners: np.ndarray, gains: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The best move of each game, and what it gains. Moves come game by game."""
    starts = np.searchsorted(owners, np.arange(GAMES))
    best = np.maximum.reduceat(gains, starts)
    # Of equal ones the last: a later place overwrites an earlier one.
    chosen = np.empty(GAMES, np.int64)
    is_best = np.flatnonzero(gains == best[owners])
    chosen[owners[is_best]] = is_best
    return chosen, best


def features_of(board: Board) -> list[int]:
    """What the environment tells of a position, for a single board."""
    counts = sorted(map(len, board.groups), reverse=True)
    return [*(counts + [0] * LARGEST)[:LARGEST], len(counts), board.fruits_left]


def choose(value: Value, board: Board) -> object:
    """The move that gains most by the network's estimates."""
    groups = board.groups
    after = np.array([features_of(board.play(group)) for group in groups], float)
    points = np.array([group.points for group in groups])
    return groups[int(np.argmax(points - value(after)))]


def margin(value: Value, board: Board, learner: int) -> int:
    """How a game of the learner against greedy ends, for the learner."""
    game = Game(board)
    while not game.is_over:
        if game.to_move == learner:
            game = game.play(choose(value, game.board))
        else:
            game = game.play(max(game.board.groups, key=len))
    return game.scores[learner] - game.scores[1 - learner]


def strength(value: Value, pairs: int) -> tuple[float, float]:
    """The mean margin of a pair against greedy, and its standard error."""
    boards = [Board.random(SIZE, FRUITS, FIRST_TEST_SEED + index) for index in range(pairs)]
    margins = [margin(value, board, 0) + margin(value, board, 1) for board in boards]
    return float(np.mean(margins)), float(np.std(margins, ddof=1) / pairs**0.5)


def train(steps: int, every: int, pairs: int, seed: int = 1) -> tuple[Value, list[tuple]]:
    """Learns, and measures itself every so many steps: games, seconds, margin, error."""
    chance = np.random.default_rng(seed)
    value, start = Value(chance), time.process_time()
    games = VectorEnv(GAMES, size=SIZE, fruits=FRUITS, copy=False)
    games.reset(seed=seed)
    curve, played, before = [], 0, None
    for step in range(steps + 1):
        if step % every == 0:
            mean, error = strength(value, pairs)
            curve.append((played, time.process_time() - start, mean, error))
            print(f"{played:6} games, {curve[-1][1]:5.1f} s: {mean:+6.1f} ± {error:.1f} a pair")
        owners, actions, points, features = games.afterstates(LARGEST)
        chosen, best = best_of_each(owners, points - value(features))
        if before is not None:
            value.learn(before[going_on], best[going_on])
        explores = chance.random(GAMES) < EXPLORATION
        counts = np.bincount(owners, minlength=GAMES)
        anything = np.cumsum(counts) - 1 - (chance.random(GAMES) * counts).astype(int)
        chosen = np.where(explores, anything, chosen)
        _, _, ended, _, _ = games.step(actions[chosen])
        before, going_on = features[chosen], ~ended
        played += int(ended.sum())
    return value, curve


def draw(curve: list[tuple], path: str) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    games, _, means, errors = map(np.array, zip(*curve))
    figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
    axes.axhline(0, color="#6b6254", linewidth=1)
    axes.fill_between(games, means - 2 * errors, means + 2 * errors, color="#2f6fb3", alpha=0.2)
    axes.plot(games, means, color="#2f6fb3", marker="o", markersize=3)
    axes.set_xlabel("games against itself")
    axes.set_ylabel("margin of a pair against greedy")
    axes.set_title(f"Learning {SIZE}×{SIZE} with {FRUITS} kinds of fruit")
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns to play from games against itself.")
    parser.add_argument("--steps", type=int, default=1500, help="moves of each game at once")
    parser.add_argument("--every", type=int, default=100, help="steps between measurements")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games a measurement")
    parser.add_argument("--picture", help="draw the learning curve into this file")
    options = parser.parse_args()
    _, curve = train(options.steps, options.every, options.pairs)
    if options.picture:
        draw(curve, options.picture)


if __name__ == "__main__":
    main()

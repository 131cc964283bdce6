"""deepening: an agent for The Fruit Rage.

It is started anew for every move: it reads input.txt, writes output.txt and ends. What it
wants to remember until its next move it can write to a file of its own in this directory.
"""

import sys
import time

EMPTY = "*"

# Of how many groups, the largest first, each move is chosen when looking ahead.
WIDTH = 8

# Seconds of the clock that are never used.
RESERVE = 0.5


def read(path):
    """The kinds of fruit, the seconds left for the rest of the game, and the board."""
    with open(path) as file:
        words = file.read().split()
    size, kinds, seconds = int(words[0]), int(words[1]), float(words[2])
    return kinds, seconds, [list(row) for row in words[3 : 3 + size]]


def group_at(board, row, column):
    """The cells that are claimed together with this one."""
    size, fruit = len(board), board[row][column]
    found, waiting = {(row, column)}, [(row, column)]
    while waiting:
        r, c = waiting.pop()
        for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            inside = 0 <= cell[0] < size and 0 <= cell[1] < size
            if inside and cell not in found and board[cell[0]][cell[1]] == fruit:
                found.add(cell)
                waiting.append(cell)
    return found


def groups(board):
    """All moves: every group once, the largest first."""
    found, seen = [], set()
    for row in range(len(board)):
        for column in range(len(board)):
            if board[row][column] != EMPTY and (row, column) not in seen:
                group = group_at(board, row, column)
                seen |= group
                found.append(group)
    return sorted(found, key=len, reverse=True)


def play(board, group):
    """The board after a move: the group is gone, and what was above it has fallen."""
    size = len(board)
    after = [[EMPTY] * size for _ in range(size)]
    for column in range(size):
        target = size - 1
        for row in range(size - 1, -1, -1):
            if board[row][column] != EMPTY and (row, column) not in group:
                after[target][column] = board[row][column]
                target -= 1
    return after


class OutOfTime(Exception):
    """Raised in the middle of a search when its time is over."""


def value(board, depth, alpha, beta, deadline):
    """What the player to move gains over the opponent from here, looking so far ahead.

    Exact between alpha and beta; beyond them only that it lies beyond.
    """
    if time.monotonic() > deadline:
        raise OutOfTime
    moves = groups(board)
    if not moves:
        return 0
    if depth == 0:
        # Whoever takes the largest group leaves something for the other.
        return len(moves[0]) ** 2 // 2
    best = -sys.maxsize
    for group in moves[:WIDTH]:
        points = len(group) ** 2
        worth = points - value(play(board, group), depth - 1, points - beta, points - alpha, deadline)
        best = max(best, worth)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def choose(board, seconds):
    """The move to play: looks one move further again and again until the time is over."""
    moves = groups(board)
    # About half of the groups are still to be claimed by us, and starting costs time, too.
    budget = max(0.0, seconds - RESERVE) / (len(moves) / 2 + 3)
    deadline = time.monotonic() + budget
    best = moves[0]
    try:
        for depth in range(len(moves)):
            best_worth, best_now = -sys.maxsize, None
            # The best of the last round first: it makes the others fail sooner.
            for group in [best] + [group for group in moves[: 2 * WIDTH] if group is not best]:
                points = len(group) ** 2
                after = play(board, group)
                worth = points - value(after, depth, -sys.maxsize, points - best_worth, deadline)
                if worth > best_worth:
                    best_worth, best_now = worth, group
            best = best_now
    except OutOfTime:
        pass
    return best


def write(path, group, board):
    """The move, which any of its cells names, and the board after it."""
    row, column = min(group)
    with open(path, "w") as file:
        file.write(chr(ord("A") + column) + str(row + 1) + "\n")
        for line in board:
            file.write("".join(line) + "\n")


def main():
    _kinds, seconds, board = read("input.txt")
    group = choose(board, seconds)
    write("output.txt", group, play(board, group))


main()

"""{{NAME}}: an agent for The Fruit Rage.

It is started anew for every move: it reads input.txt, writes output.txt and ends. What it
wants to remember until its next move it can write to a file of its own in this directory.
"""

EMPTY = "*"


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


def choose(board, seconds):
    """The move to play. HERE IS WHERE A SEARCH GOES.

    The largest group is a fair start. To look ahead, try each group, play() it, and ask
    what the opponent gains from there: a move is worth len(group) ** 2 less that. Begin
    with few moves ahead, look further while there is time, and keep the best so far.
    `seconds` are left for ALL moves of the game: plan for about half as many as there are
    groups, and keep a reserve. Starting Python costs about 0.03 s of every move.
    """
    return groups(board)[0]


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

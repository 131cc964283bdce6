"""An agent of a few lines: takes the largest group."""

with open("input.txt") as file:
    size, kinds, seconds, *board = file.read().split()
size = int(size)


def group(row, column):
    fruit, found, rest = board[row][column], set(), [(row, column)]
    while rest:
        r, c = rest.pop()
        if (r, c) in found or not (0 <= r < size and 0 <= c < size) or board[r][c] != fruit:
            continue
        found.add((r, c))
        rest += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return found


cells = [(r, c) for r in range(size) for c in range(size) if board[r][c] != "*"]
best = max((group(r, c) for r, c in cells), key=len)
row, column = min(best)
columns = []
for c in range(size):
    left = [board[r][c] for r in range(size) if (r, c) not in best and board[r][c] != "*"]
    columns.append("*" * (size - len(left)) + "".join(left))
with open("output.txt", "w") as file:
    file.write(chr(65 + column) + str(row + 1) + "\n")
    file.write("\n".join("".join(column[r] for column in columns) for r in range(size)))

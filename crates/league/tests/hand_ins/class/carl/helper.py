def read(name):
    n, p, time, *rows = open(name).read().split()
    return int(n), int(p), float(time), [list(row) for row in rows]


def moves(board):
    n, seen, found = len(board), set(), []
    for r in range(n):
        for c in range(n):
            if board[r][c] != "*" and (r, c) not in seen:
                group, rest = set(), [(r, c)]
                while rest:
                    a, b = rest.pop()
                    if (a, b) in group or not (0 <= a < n and 0 <= b < n):
                        continue
                    if board[a][b] != board[r][c]:
                        continue
                    group.add((a, b))
                    rest += [(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)]
                seen |= group
                found.append(group)
    return sorted(found, key=len, reverse=True)


def write(name, board, group):
    n = len(board)
    row, column = next(iter(group))
    columns = []
    for c in range(n):
        left = [board[r][c] for r in range(n) if (r, c) not in group and board[r][c] != "*"]
        columns.append(["*"] * (n - len(left)) + left)
    with open(name, "w") as file:
        file.write("%s%d\n" % (chr(65 + column), row + 1))
        for r in range(n):
            file.write("".join(column[r] for column in columns) + "\n")

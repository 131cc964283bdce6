import java.util.*;

class Move {
    final int row, column;
    final List<int[]> cells = new ArrayList<>();

    Move(int row, int column) {
        this.row = row;
        this.column = column;
    }
}

class Finder {
    private final Board board;
    private final boolean[][] seen;

    Finder(Board board) {
        this.board = board;
        seen = new boolean[board.n][board.n];
    }

    Move largest() {
        Move best = null;
        for (int r = 0; r < board.n; r++) {
            for (int c = 0; c < board.n; c++) {
                if (seen[r][c] || board.rows[r][c] == '*') {
                    continue;
                }
                Move move = new Move(r, c);
                fill(move, r, c, board.rows[r][c]);
                if (best == null || move.cells.size() > best.cells.size()) {
                    best = move;
                }
            }
        }
        return best;
    }

    private void fill(Move move, int r, int c, char fruit) {
        if (r < 0 || c < 0 || r >= board.n || c >= board.n || seen[r][c] || board.rows[r][c] != fruit) {
            return;
        }
        seen[r][c] = true;
        move.cells.add(new int[] {r, c});
        fill(move, r + 1, c, fruit);
        fill(move, r - 1, c, fruit);
        fill(move, r, c + 1, fruit);
        fill(move, r, c - 1, fruit);
    }
}

class Board {
    final int n;
    final char[][] rows;

    Board(int n) {
        this.n = n;
        rows = new char[n][];
    }

    void take(Move move) {
        for (int[] cell : move.cells) {
            rows[cell[0]][cell[1]] = '*';
        }
        for (int c = 0; c < n; c++) {
            int bottom = n - 1;
            for (int r = n - 1; r >= 0; r--) {
                char fruit = rows[r][c];
                rows[r][c] = '*';
                if (fruit != '*') {
                    rows[bottom--][c] = fruit;
                }
            }
        }
    }
}

package fruit;

class Gravity {
    static void remove(char[][] rows, int r, int c, char fruit) {
        if (r < 0 || c < 0 || r >= rows.length || c >= rows.length || rows[r][c] != fruit) {
            return;
        }
        rows[r][c] = '*';
        remove(rows, r + 1, c, fruit);
        remove(rows, r - 1, c, fruit);
        remove(rows, r, c + 1, fruit);
        remove(rows, r, c - 1, fruit);
    }

    static void fall(char[][] rows) {
        for (int c = 0; c < rows.length; c++) {
            int bottom = rows.length - 1;
            for (int r = rows.length - 1; r >= 0; r--) {
                char fruit = rows[r][c];
                rows[r][c] = '*';
                if (fruit != '*') {
                    rows[bottom--][c] = fruit;
                }
            }
        }
    }

    public static void main(String[] args) {
        System.out.println("a test of gravity");
    }
}

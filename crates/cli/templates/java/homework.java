import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {{NAME}}: an agent for The Fruit Rage.
 *
 * It is started anew for every move: it reads input.txt, writes output.txt and ends. What it
 * wants to remember until its next move it can write to a file of its own in this directory.
 */
public class homework {
    public static void main(String[] arguments) throws IOException {
        String[] words = Files.readString(Path.of("input.txt")).trim().split("\\s+");
        int size = Integer.parseInt(words[0]);
        double seconds = Double.parseDouble(words[2]);
        char[][] cells = new char[size][];
        for (int row = 0; row < size; row++) {
            cells[row] = words[3 + row].toCharArray();
        }
        Board board = new Board(cells);
        List<int[]> group = choose(board, seconds);
        write(group.get(0), board.play(group));
    }

    /**
     * The move to play. HERE IS WHERE A SEARCH GOES.
     *
     * The largest group is a fair start. To look ahead, try each group, play() it, and ask
     * what the opponent gains from there: a move is worth the square of its size less that.
     * Begin with few moves ahead, look further while there is time, and keep the best so far.
     * The seconds are left for ALL moves of the game: plan for about half as many as there
     * are groups, and keep a reserve. Starting Java costs a few tenths of every move.
     */
    static List<int[]> choose(Board board, double seconds) {
        return board.groups().get(0);
    }

    /** The move, which any of its cells names, and the board after it. */
    static void write(int[] cell, Board after) throws IOException {
        try (PrintWriter file = new PrintWriter("output.txt")) {
            file.print((char) ('A' + cell[1]));
            file.print(cell[0] + 1);
            file.print('\n');
            for (char[] row : after.cells) {
                file.print(new String(row));
                file.print('\n');
            }
        }
    }
}

/** A board: cells[row][column], row 0 is the top, '*' is empty. */
class Board {
    static final char EMPTY = '*';
    static final int[][] NEIGHBOURS = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    final int size;
    final char[][] cells;

    Board(char[][] cells) {
        this.size = cells.length;
        this.cells = cells;
    }

    /** All moves: every group once, the largest first; a cell is {row, column}. */
    List<List<int[]>> groups() {
        boolean[][] seen = new boolean[size][size];
        List<List<int[]>> groups = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                if (cells[row][column] != EMPTY && !seen[row][column]) {
                    groups.add(groupAt(row, column, seen));
                }
            }
        }
        groups.sort(Comparator.comparingInt((List<int[]> group) -> group.size()).reversed());
        return groups;
    }

    /** The cells that are claimed together with this one. */
    private List<int[]> groupAt(int row, int column, boolean[][] seen) {
        List<int[]> group = new ArrayList<>();
        group.add(new int[] {row, column});
        seen[row][column] = true;
        for (int next = 0; next < group.size(); next++) {
            int[] cell = group.get(next);
            for (int[] step : NEIGHBOURS) {
                int r = cell[0] + step[0];
                int c = cell[1] + step[1];
                boolean inside = r >= 0 && r < size && c >= 0 && c < size;
                if (inside && !seen[r][c] && cells[r][c] == cells[row][column]) {
                    seen[r][c] = true;
                    group.add(new int[] {r, c});
                }
            }
        }
        return group;
    }

    /** The board after a move: the group is gone, and what was above it has fallen. */
    Board play(List<int[]> group) {
        boolean[][] gone = new boolean[size][size];
        for (int[] cell : group) {
            gone[cell[0]][cell[1]] = true;
        }
        char[][] after = new char[size][size];
        for (int column = 0; column < size; column++) {
            int target = size - 1;
            for (int row = size - 1; row >= 0; row--) {
                if (cells[row][column] != EMPTY && !gone[row][column]) {
                    after[target--][column] = cells[row][column];
                }
            }
            while (target >= 0) {
                after[target--][column] = EMPTY;
            }
        }
        return new Board(after);
    }
}

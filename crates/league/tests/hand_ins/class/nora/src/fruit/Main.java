package fruit;

import java.nio.file.*;
import java.util.*;

public class Main {
    static int n;
    static char[][] rows;

    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Paths.get("input.txt"));
        n = Integer.parseInt(lines.get(0).trim());
        rows = new char[n][];
        for (int r = 0; r < n; r++) {
            rows[r] = lines.get(3 + r).trim().toCharArray();
        }
        // The first fruit from below.
        for (int r = n - 1; r >= 0; r--) {
            for (int c = 0; c < n; c++) {
                if (rows[r][c] != '*') {
                    Gravity.remove(rows, r, c, rows[r][c]);
                    Gravity.fall(rows);
                    StringBuilder text = new StringBuilder();
                    text.append((char) ('A' + c)).append(r + 1).append('\n');
                    for (char[] row : rows) {
                        text.append(row).append('\n');
                    }
                    Files.write(Paths.get("output.txt"), text.toString().getBytes());
                    return;
                }
            }
        }
    }
}

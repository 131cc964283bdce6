import java.io.*;
import java.util.*;

public class homework {
    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(new File("input.txt"));
        int n = in.nextInt();
        in.nextInt();
        in.next();
        Board board = new Board(n);
        for (int r = 0; r < n; r++) {
            board.rows[r] = in.next().toCharArray();
        }
        Move move = new Finder(board).largest();
        board.take(move);
        PrintWriter out = new PrintWriter(new FileWriter("output.txt"));
        out.println("" + (char) ('A' + move.column) + (move.row + 1));
        for (char[] row : board.rows) {
            out.println(new String(row));
        }
        out.close();
    }
}

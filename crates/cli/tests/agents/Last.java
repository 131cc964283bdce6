import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A test agent: takes the last fruit of the board, and ends its lines as Windows does. */
public class Last {
    static int size;
    static char[][] board;

    static void claim(int row, int column, char fruit) {
        if (row < 0 || column < 0 || row >= size || column >= size) return;
        if (board[row][column] != fruit) return;
        board[row][column] = '.';
        claim(row + 1, column, fruit);
        claim(row - 1, column, fruit);
        claim(row, column + 1, fruit);
        claim(row, column - 1, fruit);
    }

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("input.txt"));
        size = Integer.parseInt(lines.get(0).trim());
        board = new char[size][];
        for (int row = 0; row < size; row++) board[row] = lines.get(3 + row).trim().toCharArray();
        int place = size * size - 1;
        while (board[place / size][place % size] == '*') place--;
        claim(place / size, place % size, board[place / size][place % size]);
        for (int column = 0; column < size; column++) {
            int to = size - 1;
            for (int row = size - 1; row >= 0; row--) {
                char content = board[row][column];
                board[row][column] = '*';
                if (content != '*' && content != '.') board[to--][column] = content;
            }
        }
        StringBuilder text = new StringBuilder();
        text.append((char) ('A' + place % size)).append(place / size + 1).append("\r\n");
        for (char[] row : board) text.append(row).append("\r\n");
        Files.writeString(Path.of("output.txt"), text);
    }
}

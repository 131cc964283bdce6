// The least that an agent can do: reads input.txt, claims the largest group, writes output.txt.
#include <stdio.h>
#include <string.h>

static int n;
static char board[26][27];
static unsigned char seen[26][26];

static int flood(int row, int column, char fruit) {
    if (row < 0 || column < 0 || row >= n || column >= n) return 0;
    if (seen[row][column] || board[row][column] != fruit) return 0;
    seen[row][column] = 1;
    return 1 + flood(row + 1, column, fruit) + flood(row - 1, column, fruit) +
           flood(row, column + 1, fruit) + flood(row, column - 1, fruit);
}

int main(void) {
    FILE *input = fopen("input.txt", "r");
    if (!input || fscanf(input, "%d %*d %*s", &n) != 1) return 1;
    for (int row = 0; row < n; row++)
        if (fscanf(input, "%26s", board[row]) != 1) return 1;
    int most = 0, best_row = 0, best_column = 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            int size = board[row][column] == '*' ? 0 : flood(row, column, board[row][column]);
            if (size > most) most = size, best_row = row, best_column = column;
        }
    memset(seen, 0, sizeof seen);
    flood(best_row, best_column, board[best_row][best_column]);
    for (int column = 0; column < n; column++) {
        int to = n - 1;
        for (int row = n - 1; row >= 0; row--)
            if (!seen[row][column] && board[row][column] != '*')
                board[to--][column] = board[row][column];
        while (to >= 0) board[to--][column] = '*';
    }
    FILE *output = fopen("output.txt", "w");
    if (!output) return 1;
    fprintf(output, "%c%d\n", 'A' + best_column, best_row + 1);
    for (int row = 0; row < n; row++) fprintf(output, "%s\n", board[row]);
    return fclose(output);
}

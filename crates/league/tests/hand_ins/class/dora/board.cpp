#include "board.h"

int Board::remove(int row, int column, char fruit) {
    const int n = rows.size();
    if (row < 0 || column < 0 || row >= n || column >= n || rows[row][column] != fruit) return 0;
    rows[row][column] = '*';
    return 1 + remove(row + 1, column, fruit) + remove(row - 1, column, fruit) +
           remove(row, column + 1, fruit) + remove(row, column - 1, fruit);
}

void Board::fall() {
    const int n = rows.size();
    for (int column = 0; column < n; column++) {
        int bottom = n - 1;
        for (int row = n - 1; row >= 0; row--) {
            const char fruit = rows[row][column];
            rows[row][column] = '*';
            if (fruit != '*') rows[bottom--][column] = fruit;
        }
    }
}

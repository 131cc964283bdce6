#include "board.h"

#include <fstream>

int main() {
    std::ifstream in("input.txt");
    int n, p;
    float time;
    in >> n >> p >> time;
    Board board;
    board.rows.resize(n);
    for (auto& row : board.rows) in >> row;
    int best = 0, best_row = 0, best_column = 0;
    Board left = board;
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            if (left.rows[row][column] == '*') continue;
            const int size = left.remove(row, column, left.rows[row][column]);
            if (size > best) best = size, best_row = row, best_column = column;
        }
    }
    board.remove(best_row, best_column, board.rows[best_row][best_column]);
    board.fall();
    std::ofstream out("output.txt");
    out << char('A' + best_column) << best_row + 1 << std::endl;
    for (auto& row : board.rows) out << row << std::endl;
    return 0;
}

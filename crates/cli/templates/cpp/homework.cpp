// {{NAME}}: an agent for The Fruit Rage.
//
// It is started anew for every move: it reads input.txt, writes output.txt and ends. What it
// wants to remember until its next move it can write to a file of its own in this directory.

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

constexpr char EMPTY = '*';

// A cell is its row, 0 at the top, and its column.
using Cell = std::pair<int, int>;
using Group = std::vector<Cell>;
using Board = std::vector<std::string>;

// All moves: every group once, the largest first.
std::vector<Group> groups(const Board& board) {
    const int size = static_cast<int>(board.size());
    std::vector<std::vector<bool>> seen(size, std::vector<bool>(size, false));
    std::vector<Group> found;
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            if (board[row][column] == EMPTY || seen[row][column]) continue;
            Group group{{row, column}};
            seen[row][column] = true;
            for (std::size_t next = 0; next < group.size(); ++next) {
                const auto [r, c] = group[next];
                const Cell neighbours[] = {{r + 1, c}, {r - 1, c}, {r, c + 1}, {r, c - 1}};
                for (const auto& [nr, nc] : neighbours) {
                    const bool inside = nr >= 0 && nr < size && nc >= 0 && nc < size;
                    if (inside && !seen[nr][nc] && board[nr][nc] == board[row][column]) {
                        seen[nr][nc] = true;
                        group.emplace_back(nr, nc);
                    }
                }
            }
            found.push_back(std::move(group));
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Group& a, const Group& b) { return a.size() > b.size(); });
    return found;
}

// The board after a move: the group is gone, and what was above it has fallen.
Board play(Board board, const Group& group) {
    const int size = static_cast<int>(board.size());
    for (const auto& [row, column] : group) board[row][column] = EMPTY;
    for (int column = 0; column < size; ++column) {
        int target = size - 1;
        for (int row = size - 1; row >= 0; --row) {
            const char fruit = board[row][column];
            board[row][column] = EMPTY;
            if (fruit != EMPTY) board[target--][column] = fruit;
        }
    }
    return board;
}

// The move to play. HERE IS WHERE A SEARCH GOES.
//
// The largest group is a fair start. To look ahead, try each group, play() it, and ask what
// the opponent gains from there: a move is worth the square of its size less that. Begin with
// few moves ahead, look further while there is time, and keep the best so far. The seconds
// are left for ALL moves of the game: plan for about half as many as there are groups, and
// keep a reserve.
Group choose(const Board& board, double seconds) {
    (void)seconds;
    return groups(board).front();
}

int main() {
    std::ifstream input("input.txt");
    int size = 0, kinds = 0;
    double seconds = 0;
    input >> size >> kinds >> seconds;
    Board board(size);
    for (std::string& row : board) input >> row;

    const Group group = choose(board, seconds);
    const Board after = play(board, group);

    // The move, which any of its cells names, and the board after it.
    std::ofstream output("output.txt");
    output << static_cast<char>('A' + group.front().second) << group.front().first + 1 << '\n';
    for (const std::string& row : after) output << row << '\n';
}

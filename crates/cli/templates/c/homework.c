/* {{NAME}}: an agent for The Fruit Rage.
 *
 * It is started anew for every move: it reads input.txt, writes output.txt and ends. What it
 * wants to remember until its next move it can write to a file of its own in this directory.
 */

#include <stdbool.h>
#include <stdio.h>

enum { MOST = 26 };

static const char EMPTY = '*';

/* cells[row][column], row 0 is the top. */
typedef struct {
    int size;
    char cells[MOST][MOST + 1];
} Board;

/* The cells that are claimed together. */
typedef struct {
    int count;
    int rows[MOST * MOST];
    int columns[MOST * MOST];
} Group;

/* Adds a cell to a group unless it was seen before or is another fruit. */
static void add(const Board *board, Group *group, bool seen[MOST][MOST], int row, int column,
                char fruit) {
    if (row < 0 || row >= board->size || column < 0 || column >= board->size) return;
    if (seen[row][column] || board->cells[row][column] != fruit) return;
    seen[row][column] = true;
    group->rows[group->count] = row;
    group->columns[group->count] = column;
    group->count++;
}

/* The group at a cell. */
static void group_at(const Board *board, int row, int column, bool seen[MOST][MOST],
                     Group *group) {
    char fruit = board->cells[row][column];
    group->count = 0;
    add(board, group, seen, row, column, fruit);
    for (int next = 0; next < group->count; next++) {
        int r = group->rows[next], c = group->columns[next];
        add(board, group, seen, r + 1, c, fruit);
        add(board, group, seen, r - 1, c, fruit);
        add(board, group, seen, r, c + 1, fruit);
        add(board, group, seen, r, c - 1, fruit);
    }
}

/* The board after a move: the group is gone, and what was above it has fallen. */
static void play(Board *board, const Group *group) {
    for (int i = 0; i < group->count; i++) {
        board->cells[group->rows[i]][group->columns[i]] = EMPTY;
    }
    for (int column = 0; column < board->size; column++) {
        int target = board->size - 1;
        for (int row = board->size - 1; row >= 0; row--) {
            char fruit = board->cells[row][column];
            board->cells[row][column] = EMPTY;
            if (fruit != EMPTY) board->cells[target--][column] = fruit;
        }
    }
}

/* The move to play. HERE IS WHERE A SEARCH GOES.
 *
 * The largest group is a fair start. To look ahead, try each group, play() it on a copy of the
 * board, and ask what the opponent gains from there: a move is worth the square of its size
 * less that. Begin with few moves ahead, look further while there is time, and keep the best
 * so far. The seconds are left for ALL moves of the game: plan for about half as many as there
 * are groups, and keep a reserve.
 */
static void choose(const Board *board, double seconds, Group *best) {
    static Group group;
    bool seen[MOST][MOST] = {{false}};
    (void)seconds;
    best->count = 0;
    for (int row = 0; row < board->size; row++) {
        for (int column = 0; column < board->size; column++) {
            if (board->cells[row][column] == EMPTY || seen[row][column]) continue;
            group_at(board, row, column, seen, &group);
            if (group.count > best->count) *best = group;
        }
    }
}

int main(void) {
    static Board board;
    static Group group;
    int kinds;
    double seconds;

    FILE *input = fopen("input.txt", "r");
    if (!input || fscanf(input, "%d %d %lf", &board.size, &kinds, &seconds) != 3) return 1;
    if (board.size < 1 || board.size > MOST) return 1;
    for (int row = 0; row < board.size; row++) {
        if (fscanf(input, "%26s", board.cells[row]) != 1) return 1;
    }
    fclose(input);

    choose(&board, seconds, &group);
    play(&board, &group);

    /* The move, which any of its cells names, and the board after it. */
    FILE *output = fopen("output.txt", "w");
    if (!output) return 1;
    fprintf(output, "%c%d\n", 'A' + group.columns[0], group.rows[0] + 1);
    for (int row = 0; row < board.size; row++) {
        fprintf(output, "%.*s\n", board.size, board.cells[row]);
    }
    return fclose(output) == 0 ? 0 : 1;
}

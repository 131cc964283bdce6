#include <cstdio>

static char rows[27][32];
static int n;

static void take(int r, int c, char fruit) {
    if (r < 0 || c < 0 || r >= n || c >= n || rows[r][c] != fruit) return;
    rows[r][c] = '*';
    take(r + 1, c, fruit);
    take(r - 1, c, fruit);
    take(r, c + 1, fruit);
    take(r, c - 1, fruit);
}

int main() {
    int p;
    float time;
    FILE* in = fopen("input.txt", "r");
    if (fscanf(in, "%d %d %f", &n, &p, &time) != 3) return 1;
    for (int r = 0; r < n; r++)
        if (fscanf(in, "%31s", rows[r]) != 1) return 1;
    int r = n - 1, c = 0;
    while (rows[r][c] == '*')
        if (++c == n) c = 0, r--;
    take(r, c, rows[r][c]);
    for (int column = 0; column < n; column++) {
        int bottom = n - 1;
        for (int row = n - 1; row >= 0; row--) {
            char fruit = rows[row][column];
            rows[row][column] = '*';
            if (fruit != '*') rows[bottom--][column] = fruit;
        }
    }
    FILE* out = fopen("output.txt", "w");
    fprintf(out, "%c%d\n", 'A' + c, r + 1);
    for (int row = 0; row < n; row++) fprintf(out, "%s\n", rows[row]);
    fclose(out);
    return 0;
}

/* A test agent: plays the first fruit it finds, unless its argument names a sin. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int size, kinds;
static char board[26][32], seen[26][26];

static void read_input(void) {
    FILE *file = fopen("input.txt", "r");
    double left;
    if (!file || fscanf(file, "%d %d %lf", &size, &kinds, &left) != 3) exit(90);
    for (int row = 0; row < size; row++)
        if (fscanf(file, "%31s", board[row]) != 1) exit(91);
    fclose(file);
}

static void claim(int row, int column, char fruit) {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    if (seen[row][column] || board[row][column] != fruit) return;
    seen[row][column] = 1;
    claim(row - 1, column, fruit);
    claim(row + 1, column, fruit);
    claim(row, column - 1, fruit);
    claim(row, column + 1, fruit);
}

static void settle(void) {
    for (int column = 0; column < size; column++) {
        int to = size - 1;
        for (int row = size - 1; row >= 0; row--)
            if (!seen[row][column] && board[row][column] != '*') {
                char fruit = board[row][column];
                board[row][column] = '*';
                board[to--][column] = fruit;
            } else {
                board[row][column] = '*';
            }
    }
}

static void write_rows(FILE *file, const char *end) {
    for (int row = 0; row < size; row++) fprintf(file, "%s%s", board[row], end);
}

static FILE *output(void) {
    FILE *file = fopen("output.txt", "w");
    if (!file) exit(92);
    return file;
}

static void play(const char *end) {
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (board[row][column] != '*') {
                FILE *file = output();
                claim(row, column, board[row][column]);
                settle();
                fprintf(file, "%c%d%s", 'A' + column, row + 1, end);
                write_rows(file, end);
                fclose(file);
                return;
            }
    exit(93);
}

static void sleep_for_ever(void) {
    for (;;) pause();
}

/* Says what was possible that should not have been, and fails. */
static void caught(const char *what) {
    fprintf(stderr, "possible: %s\n", what);
    exit(99);
}

static int is(const char *sin, const char *name) { return strcmp(sin, name) == 0; }

static void read_all(const char *path) {
    FILE *file = fopen(path, "r");
    if (file) caught(path);
}

int main(int count, char **arguments) {
    const char *sin = count > 1 ? arguments[1] : "none";
    const char *extra = count > 2 ? arguments[2] : "";
    /* A path comes behind an @: files that the command line names are shown to the agent. */
    if (*extra == '@') extra++;
    read_input();
    if (is(sin, "none")) play("\n");
    else if (is(sin, "crlf")) play("\r\n");
    else if (is(sin, "slow")) {
        usleep(300000);
        play("\n");
    }
    else if (is(sin, "sleep")) sleep_for_ever();
    else if (is(sin, "spin")) for (;;) {}
    else if (is(sin, "ignore-signals")) {
        for (int signal_number = 1; signal_number < 32; signal_number++)
            signal(signal_number, SIG_IGN);
        sleep_for_ever();
    } else if (is(sin, "leave-children")) {
        /* A grandchild in a session of its own that touches a file again and again. */
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                for (;;) {
                    int file = open(extra, O_CREAT | O_WRONLY | O_APPEND, 0666);
                    if (file >= 0) {
                        if (write(file, ".", 1) != 1) exit(1);
                        close(file);
                    }
                    usleep(1000);
                }
            }
            exit(0);
        }
        play("\n");
    } else if (is(sin, "children-survive")) {
        /* Fails at its second move if the child of its first one is still there. */
        FILE *file = fopen("child", "r");
        int child;
        if (file && fscanf(file, "%d", &child) == 1 && kill(child, 0) == 0) caught("child alive");
        child = fork();
        if (child == 0) {
            setsid();
            sleep_for_ever();
        }
        file = fopen("child", "w");
        fprintf(file, "%d", child);
        fclose(file);
        play("\n");
    } else if (is(sin, "fork-bomb")) {
        for (;;) fork();
    } else if (is(sin, "count-processes")) {
        /* As many children as it can have; more than a thousand is no limit. */
        int children = 0;
        while (children < 1000) {
            int child = fork();
            if (child < 0) break;
            if (child == 0) sleep_for_ever();
            children++;
        }
        if (children >= 1000) caught("a thousand children");
        play("\n");
    } else if (is(sin, "allocate")) {
        for (;;) {
            volatile char *block = malloc(1 << 20);
            if (!block) exit(94);
            for (int place = 0; place < 1 << 20; place += 4096) block[place] = 1;
        }
    } else if (is(sin, "allocate-in-children")) {
        for (int child = 0; child < 16; child++)
            if (fork() == 0) {
                volatile char *block = malloc(32 << 20);
                for (int place = 0; block && place < 32 << 20; place += 4096) block[place] = 1;
                sleep_for_ever();
            }
        sleep_for_ever();
    } else if (is(sin, "fill-disk")) {
        static char block[1 << 20];
        for (int number = 0; number < 4096; number++) {
            char name[32];
            snprintf(name, sizeof name, "fill-%d", number);
            int file = open(name, O_CREAT | O_WRONLY, 0666);
            for (int part = 0; part < 8; part++)
                if (write(file, block, sizeof block) != sizeof block) exit(95);
            close(file);
        }
        caught("32 GiB of files");
    } else if (is(sin, "huge-output")) {
        static char block[1 << 20];
        FILE *file = output();
        for (int part = 0; part < 1024; part++) fwrite(block, 1, sizeof block, file);
    } else if (is(sin, "large-output")) {
        static char block[1 << 20];
        FILE *file = output();
        fwrite(block, 1, sizeof block, file);
        fclose(file);
    } else if (is(sin, "print")) {
        for (;;) puts("I have much to say, and nobody will stop me from saying it again.");
    } else if (is(sin, "link")) {
        if (symlink("input.txt", "output.txt")) exit(96);
    } else if (is(sin, "pipe")) {
        if (mkfifo("output.txt", 0666)) exit(96);
    } else if (is(sin, "directory")) {
        if (mkdir("output.txt", 0777)) exit(96);
    } else if (is(sin, "input-link")) {
        /* The next input must not be written through this. */
        unlink("input.txt");
        if (symlink(extra, "input.txt")) exit(96);
        play("\n");
    } else if (is(sin, "wrong-board")) {
        play("\n");
        FILE *file = fopen("output.txt", "r+");
        fseek(file, -2, SEEK_END);
        int last = fgetc(file);
        fseek(file, -2, SEEK_END);
        fputc(last == '*' ? '0' : '*', file);
        fclose(file);
    } else if (is(sin, "illegal-move")) {
        FILE *file = output();
        fprintf(file, "Z26\n");
        write_rows(file, "\n");
        fclose(file);
    } else if (is(sin, "empty")) {
        fclose(output());
    } else if (is(sin, "nothing")) {
        return 0;
    } else if (is(sin, "junk")) {
        FILE *file = output();
        for (int byte = 255; byte >= 0; byte--) fputc(byte, file);
        fclose(file);
    } else if (is(sin, "half")) {
        FILE *file = output();
        fprintf(file, "A1\n%s", board[0]);
        fflush(file);
        sleep_for_ever();
    } else if (is(sin, "half-and-exit")) {
        FILE *file = output();
        fprintf(file, "A1\n%s", board[0]);
        fclose(file);
    } else if (is(sin, "signal")) {
        fprintf(stderr, "about to end by signal %s\n", extra);
        signal(atoi(extra), SIG_DFL);
        raise(atoi(extra));
    } else if (is(sin, "status")) {
        play("\n");
        return atoi(extra);
    } else if (is(sin, "read-file")) {
        read_all(extra);
        play("\n");
    } else if (is(sin, "write-file")) {
        int file = open(extra, O_CREAT | O_WRONLY | O_APPEND, 0666);
        if (file >= 0) caught(extra);
        play("\n");
    } else if (is(sin, "look-around")) {
        /* Nobody else's processes, and no second working directory. */
        DIR *processes = opendir("/proc");
        struct dirent *entry;
        int others = 0;
        while (processes && (entry = readdir(processes)))
            if (atoi(entry->d_name) > 1 && atoi(entry->d_name) != getpid()) others++;
        if (others) caught("other processes");
        play("\n");
    } else if (is(sin, "socket")) {
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(extra))};
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int line = socket(AF_INET, SOCK_STREAM, 0);
        if (line >= 0 && connect(line, (struct sockaddr *)&address, sizeof address) == 0)
            caught("a connection");
        play("\n");
    } else if (is(sin, "kill-parent")) {
        kill(getppid(), SIGKILL);
        usleep(1000);
        play("\n");
    } else if (is(sin, "kill-all")) {
        signal(SIGTERM, SIG_IGN);
        kill(-1, SIGTERM);
        for (int process = 1; process < 100000; process++)
            if (process != getpid()) kill(process, SIGKILL);
        play("\n");
    } else if (is(sin, "become-root")) {
        if (setuid(0) == 0 && mkdir("/usr/fruitrage-was-here", 0777) == 0) caught("root");
        play("\n");
    } else {
        fprintf(stderr, "unknown sin %s\n", sin);
        return 89;
    }
    return 0;
}

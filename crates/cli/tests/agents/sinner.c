/* A test agent: plays the first fruit it finds, unless its argument names a sin. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
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

/* Touches so many mebibytes, page by page. */
static void touch(volatile char *block, size_t mebibytes) {
    for (size_t place = 0; place < mebibytes << 20; place += 4096) block[place] = 1;
}

static void *share(size_t mebibytes) {
    int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
    void *block = mmap(NULL, mebibytes << 20, PROT_READ | PROT_WRITE, flags, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

/* Tries a system call that must not be there. */
static void try_call(const char *name, long number, long first, long second) {
    errno = 0;
    if (syscall(number, first, second, 0, 0, 0, 0) >= 0 || (errno != EPERM && errno != ENOSYS))
        caught(name);
}

static void try_unix_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int line = socket(AF_UNIX, SOCK_STREAM, 0);
    if (line >= 0 && connect(line, (struct sockaddr *)&address, sizeof address) == 0)
        caught("a connection to a local server");
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0 &&
        sendto(pair[0], "!", 1, 0, (struct sockaddr *)&address, sizeof address) == 1)
        caught("a message to a local server");
}

/* Outlives the first thread of its process, whose tables are empty then. */
static void *allocate_alone(void *unused) {
    (void)unused;
    usleep(50000);
    touch(malloc((size_t)1200 << 20), 1200);
    sleep_for_ever();
    return NULL;
}

/* What is in a pipe belongs to no process, also after the process has given up the page. */
static void give_pages_to_a_pipe(void) {
    int ends[2];
    struct iovec page = {mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                         4096};
    *(char *)page.iov_base = 1;
    if (pipe(ends) == 0 && vmsplice(ends[1], &page, 1, SPLICE_F_GIFT) >= 0)
        caught("pages given to a pipe");
}

/* Maps a file again and again whose name fills many pages, so that the table of mappings takes
   seconds to read, and meanwhile takes six times the memory it may. */
static void hide_among_mappings(void) {
    char name[241];
    memset(name, '\n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    int home = open(".", O_RDONLY);
    for (int depth = 0; depth < 60; depth++)
        if ((mkdir(name, 0777) && errno != EEXIST) || chdir(name)) exit(96);
    int file = open("file", O_CREAT | O_RDWR, 0666);
    if (file < 0 || ftruncate(file, 4096) || fchdir(home)) exit(96);
    for (int mapping = 0; mapping < 60000; mapping++)
        if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0) == MAP_FAILED) exit(94);
    touch(malloc((size_t)1200 << 20), 1200);
}

/* The supervisor is the first process of the namespace, and may be of the same user. */
static void disturb_the_supervisor(void) {
    static const char *files[] = {"/proc/1/autogroup", "/proc/1/oom_score_adj", "/proc/1/status"};
    for (int number = 0; number < 3; number++)
        if (open(files[number], O_WRONLY) >= 0 || open(files[number], O_RDONLY) >= 0)
            caught(files[number]);
    for (int number = 1; number < 32; number++)
        if (kill(1, number) == 0) caught("a signal to the supervisor");
    struct rlimit few = {3, 3};
    if (prlimit(1, RLIMIT_NOFILE, &few, NULL) == 0) caught("a limit for the supervisor");
    if (setpriority(PRIO_PROCESS, 1, 19) == 0) caught("a priority for the supervisor");
    if (setpriority(PRIO_USER, 0, 19) == 0) caught("a priority for all of its user");
    if (syscall(SYS_ioprio_set, 3, 0, 3 << 13) == 0) caught("a rank at the disk for all of its user");
    if (syscall(SYS_tkill, 1, SIGUSR1) == 0) caught("a signal to the supervisor's first thread");
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    if (sched_setaffinity(1, sizeof one, &one) == 0) caught("a processor for the supervisor");
}

static int in_new_user_namespace(void *unused) {
    (void)unused;
    return 0;
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
    } else if (is(sin, "huge-output-with-care") || is(sin, "print-with-care")) {
        /* As Python and others do: the signal is ignored, and an error ends the program. */
        static char block[1 << 20];
        signal(SIGXFSZ, SIG_IGN);
        FILE *file = is(sin, "print-with-care") ? stdout : output();
        for (int part = 0; part < 1024; part++)
            if (fwrite(block, 1, sizeof block, file) != sizeof block) exit(1);
        caught("a file of 1 GiB");
    } else if (is(sin, "large-output")) {
        static char block[1 << 20];
        FILE *file = output();
        fwrite(block, 1, sizeof block, file);
        fclose(file);
    } else if (is(sin, "print")) {
        for (;;) puts("I have much to say, and nobody will stop me from saying it again.");
    } else if (is(sin, "paint")) {
        /* Clears the screen, renames the window, goes on for long, turns the writing around. */
        printf("\x1b[2J\x1b]0;owned\x07");
        for (int place = 0; place < 3000; place++) putchar('x');
        printf("\n");
        FILE *file = output();
        fprintf(file, "\x1b[31mA1\u202e\xc2\x9b\n");
        fclose(file);
        fflush(stdout);
        return 3;
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
    } else if (is(sin, "needs-file")) {
        FILE *file = fopen(extra, "r");
        if (!file || fgetc(file) == EOF) exit(97);
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
    } else if (is(sin, "allocate-alone")) {
        pthread_t thread;
        pthread_create(&thread, NULL, allocate_alone, NULL);
        pthread_exit(NULL);
    } else if (is(sin, "disturb-the-supervisor")) {
        disturb_the_supervisor();
        play("\n");
    } else if (is(sin, "share-memory")) {
        void *block = share(3072);
        if (!block) exit(94);
        touch(block, 3072);
        sleep_for_ever();
    } else if (is(sin, "share-memory-of-children")) {
        /* Each child touches a part and ends: no process holds what all together do. */
        char *block = share(3072);
        if (!block) exit(94);
        for (size_t part = 0; part < 96; part++) {
            int child = fork();
            if (child == 0) {
                touch(block + (part << 25), 32);
                _exit(0);
            }
            waitpid(child, NULL, 0);
        }
        sleep_for_ever();
    } else if (is(sin, "share-memory-fairly")) {
        /* Eight processes hold the same 100 MiB, which are 100 MiB. */
        char *shared = share(50), *copied = malloc(50 << 20);
        touch(shared, 50);
        touch(copied, 50);
        for (int child = 0; child < 8; child++)
            if (fork() == 0) {
                for (size_t place = 0; place < 50u << 20; place += 4096)
                    if (shared[place] + copied[place] != 2) exit(97);
                sleep_for_ever();
            }
        usleep(300000);
        play("\n");
    } else if (is(sin, "memory-of-nobody")) {
        if (shmget(IPC_PRIVATE, 64 << 20, IPC_CREAT | 0600) >= 0) caught("a System V segment");
        if (msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0) caught("a System V queue");
        if (memfd_create("memory", 0) >= 0) caught("a file in memory");
        give_pages_to_a_pipe();
        play("\n");
    } else if (is(sin, "hide-among-mappings")) {
        hide_among_mappings();
        play("\n");
    } else if (is(sin, "close-folders")) {
        play("\n");
        mkdir("closed", 0777);
        mkdir("closed/inner", 0777);
        fclose(fopen("closed/inner/file", "w"));
        if (chmod("closed/inner", 0) || chmod("closed", 0)) exit(96);
    } else if (is(sin, "nest-namespaces")) {
        static char stack[1 << 16];
        if (unshare(CLONE_NEWUSER) == 0) caught("a user namespace");
        if (clone(in_new_user_namespace, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, NULL) > 0)
            caught("a process in a user namespace");
        try_call("clone3", SYS_clone3, 0, 0);
        if (mount("tmpfs", "/tmp", "tmpfs", 0, "size=3g") == 0) caught("a mount");
        play("\n");
    } else if (is(sin, "descriptors")) {
        for (int number = 3; number < 4096; number++)
            if (fcntl(number, F_GETFD) >= 0) {
                if (write(number, "leaked", 6) == 6) caught("an open file to write");
                caught("an open file");
            }
        play("\n");
    } else if (is(sin, "core")) {
        struct rlimit limit;
        if (getrlimit(RLIMIT_CORE, &limit) || limit.rlim_cur != 1 || limit.rlim_max != 1)
            caught("a crash that is collected");
        limit.rlim_cur = 0;
        if (setrlimit(RLIMIT_CORE, &limit) == 0) caught("a crash that is collected by choice");
        play("\n");
    } else if (is(sin, "system-calls")) {
        try_call("keyctl", SYS_keyctl, 0, -3);
        try_call("add_key", SYS_add_key, 0, 0);
        try_call("request_key", SYS_request_key, 0, 0);
        try_call("io_uring_setup", SYS_io_uring_setup, 1, 0);
        try_call("userfaultfd", SYS_userfaultfd, 0, 0);
        try_call("bpf", SYS_bpf, 0, 0);
        try_call("perf_event_open", SYS_perf_event_open, 0, 0);
        try_call("setns", SYS_setns, 0, 0);
        try_call("process_vm_readv", SYS_process_vm_readv, getpid(), 0);
#ifdef __x86_64__
        try_call("keyctl with short addresses", 0x40000000 | SYS_keyctl, 0, -3);
#endif
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) caught("ptrace");
        for (int family = 0; family < 64; family++)
            if (family != AF_UNIX && family != AF_INET && family != AF_INET6 &&
                family != AF_NETLINK && socket(family, SOCK_STREAM, 0) >= 0)
                caught("an odd socket");
        if (socket(AF_VSOCK, SOCK_STREAM, 0) >= 0 || errno != EPERM) caught("AF_VSOCK");
        play("\n");
    } else if (is(sin, "uncollected-children")) {
        /* Processor time of children that nobody collects. */
        signal(SIGCHLD, SIG_IGN);
        if (fork() == 0) {
            struct rusage usage;
            do getrusage(RUSAGE_SELF, &usage);
            while (usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec +
                   usage.ru_stime.tv_sec * 1000000 + usage.ru_stime.tv_usec < 200000);
            _exit(0);
        }
        while (wait(NULL) >= 0) {}
        play("\n");
    } else if (is(sin, "unix-socket")) {
        try_unix_socket(extra);
        play("\n");
    } else {
        fprintf(stderr, "unknown sin %s\n", sin);
        return 89;
    }
    return 0;
}

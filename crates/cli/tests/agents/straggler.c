/* A test agent for Windows that never plays. Its first argument says what it does instead:
 * `tree` starts itself three times over and sleeps, `memory` holds 300 MiB and sleeps,
 * `exit` ends with status 7. With `tree`, each process writes a line to the file that the
 * second argument names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void start_again(const char *program, int depth, const char *trace) {
    char command[4096];
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION started;
    snprintf(command, sizeof command, "\"%s\" tree \"%s\" %d", program, trace, depth);
    if (!CreateProcessA(NULL, command, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &started)) exit(90);
}

int main(int count, char **arguments) {
    const char *deed = count > 1 ? arguments[1] : "";
    if (!strcmp(deed, "exit")) return 7;
    if (!strcmp(deed, "memory")) {
        size_t size = (size_t)300 << 20;
        char *held = malloc(size);
        if (!held) return 91;
        memset(held, 1, size);
    }
    if (!strcmp(deed, "tree") && count > 2) {
        int depth = count > 3 ? atoi(arguments[3]) : 2;
        char path[MAX_PATH];
        FILE *trace = fopen(arguments[2], "a");
        if (!trace || !GetModuleFileNameA(NULL, path, sizeof path)) return 92;
        fprintf(trace, "%d\n", depth);
        fclose(trace);
        if (depth > 0) start_again(path, depth - 1, arguments[2]);
    }
    Sleep(INFINITE);
    return 0;
}

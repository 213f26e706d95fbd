#define _GNU_SOURCE
#include "CURLSchemeStream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

// What the copy says through its pipe. A pipe, not the exit status: the host may reap children that it does not know.
static const char hasReturned = 'r', hasDied = 'd';

// The copy's end of the pipe; set in the copy alone.
static int answerDescriptor = -1;

static void tell(const char *what)
{
    _exit(write(answerDescriptor, what, 1) == 1 ? 0 : 1);
}

static void die(int signal)
{
    (void)signal;
    tell(&hasDied);
}

static void runInChild(void (*call)(void *), void *data, int answer)
{
    answerDescriptor = answer;
    // No crash report, and no handler of the host's.
    struct sigaction action = { .sa_handler = die };
    const int fatal[] = { SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGSYS };
    for (size_t index = 0; index < sizeof fatal / sizeof *fatal; ++index)
        sigaction(fatal[index], &action, NULL);
    signal(SIGALRM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Should the host end meanwhile.
    alarm(5);
    call(data);
    tell(&hasReturned);
}

static void ended(GPid child, gint status, gpointer data)
{
    (void)child, (void)status, (void)data;
}

static GawaTrial tryOnce(void (*call)(void *), void *data)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return GAWA_TRIAL_FAILED;
    pid_t child = fork();
    if (child == 0)
        runInChild(call, data, ends[1]);
    close(ends[1]);
    char answer = 0;
    if (child > 0) {
        struct pollfd ready = { .fd = ends[0], .events = POLLIN };
        int count;
        do
            count = poll(&ready, 1, 1000);
        while (count < 0 && errno == EINTR);
        if (count <= 0 || read(ends[0], &answer, 1) != 1)
            kill(child, SIGKILL);
        // The end of a process takes longer than its answer.
        g_child_watch_add(child, ended, NULL);
    }
    close(ends[0]);
    return answer == hasReturned ? GAWA_TRIAL_RETURNED : answer == hasDied ? GAWA_TRIAL_DIED : GAWA_TRIAL_FAILED;
}

GawaTrial gawa_try_in_child(void (*call)(void *), void *data)
{
    GawaTrial trial = GAWA_TRIAL_FAILED;
    // Another thread may have held a lock when the process was copied, which is held for ever in the copy.
    for (int count = 0; trial == GAWA_TRIAL_FAILED && count < 3; ++count)
        trial = tryOnce(call, data);
    return trial;
}

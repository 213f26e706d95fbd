#define _GNU_SOURCE
#include "CURLSchemeStream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// What would end the host. Each is caught in the child: no crash report, no core, and no handler of the host's.
static const int fatal[] = { SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGSYS };

static void catchFatal(void (*handler)(int))
{
    struct sigaction action = { .sa_handler = handler };
    sigset_t open;
    sigemptyset(&open);
    for (size_t index = 0; index < sizeof fatal / sizeof *fatal; ++index) {
        sigaction(fatal[index], &action, NULL);
        sigaddset(&open, fatal[index]);
    }
    sigprocmask(SIG_UNBLOCK, &open, NULL);
}

// MARK: In a process that shares this one's memory

typedef struct {
    void *(*call)(void *);
    void *data;
    void *volatile result;
    volatile bool hasReturned;
} Shared;

static void leave(int signal)
{
    (void)signal;
    _exit(1);
}

static int runShared(void *data)
{
    Shared *shared = data;
    catchFatal(leave);
    shared->result = shared->call(shared->data);
    shared->hasReturned = true;
    _exit(0);
}

// As posix_spawn starts its child: this thread waits, the other threads go on, and the child is this thread in all but
// its signals. So the call has the effects that it would have here, and takes hardly longer. When it dies, what it had
// made until then is lost.
static GawaTrial tryShared(void *(*call)(void *), void *data, void **result)
{
    static const size_t size = 1 << 20;
    static char *stack;
    if (!stack) {
        char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        if (memory == MAP_FAILED)
            return GAWA_TRIAL_FAILED;
        mprotect(memory, 4096, PROT_NONE);
        stack = memory;
    }
    Shared shared = { call, data, NULL, false };
    // A handler of the host's must not run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // Without a signal at its end, so that a host that reaps its children does not see this one.
    int child = clone(runShared, stack + size, CLONE_VM | CLONE_VFORK, &shared);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child < 0)
        return GAWA_TRIAL_FAILED;
    while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) { }
    *result = shared.result;
    return shared.hasReturned ? GAWA_TRIAL_RETURNED : GAWA_TRIAL_DIED;
}

// MARK: In a copy of this process

// What the copy says through its pipe. A pipe, not the exit status: the host may reap children that it does not know.
static const char hasReturned = 'r', hasDied = 'd';

// The copy's end of the pipe; set in the copy alone.
static int answerDescriptor = -1;

static void tell(const char *what)
{
    _exit(write(answerDescriptor, what, 1) == 1 ? 0 : 1);
}

static void tellDeath(int signal)
{
    (void)signal;
    tell(&hasDied);
}

static void ended(GPid child, gint status, gpointer data)
{
    (void)child, (void)status, (void)data;
}

static GawaTrial tryCopy(void *(*call)(void *), void *data)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return GAWA_TRIAL_FAILED;
    pid_t child = fork();
    if (child == 0) {
        answerDescriptor = ends[1];
        catchFatal(tellDeath);
        // Should the host end meanwhile.
        signal(SIGALRM, SIG_DFL);
        alarm(5);
        call(data);
        tell(&hasReturned);
    }
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

GawaTrial gawa_call_safely(void *(*call)(void *), void *data, void **result)
{
    // A page that has brought about one death can bring about more, each of which would lose as much memory as it likes.
    static bool hasLost;
    if (!hasLost) {
        GawaTrial trial = tryShared(call, data, result);
        hasLost = trial == GAWA_TRIAL_DIED;
        return trial;
    }
    GawaTrial trial = GAWA_TRIAL_FAILED;
    // Another thread may have held a lock when the process was copied, which is held for ever in the copy.
    for (int count = 0; trial == GAWA_TRIAL_FAILED && count < 3; ++count)
        trial = tryCopy(call, data);
    if (trial == GAWA_TRIAL_RETURNED)
        *result = call(data);
    return trial;
}

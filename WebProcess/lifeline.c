// Ends the process when its host has gone and the page does not let it end by itself.
//
// The engine ends a web process when the connection to the host closes. A page in an endless loop keeps the main thread
// from that, and the engine aborts the process only ten seconds later.

#include "module.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { patienceInSeconds = 1 };

// The engine names the descriptor of the connection in the process's third argument. Parents tell nothing: in the sandbox
// the host is not one.
static int connectionDescriptor(void)
{
    g_autofree char *commandLine = NULL;
    gsize length;
    if (!g_file_get_contents("/proc/self/cmdline", &commandLine, &length, NULL))
        return -1;
    const char *argument = commandLine;
    for (int index = 0; index < 2; ++index) {
        argument += strlen(argument) + 1;
        if (argument >= commandLine + length)
            return -1;
    }
    char *end;
    long descriptor = strtol(argument, &end, 10);
    int type;
    socklen_t size = sizeof type;
    if (*argument == '\0' || *end != '\0' || descriptor < 0 || descriptor > G_MAXINT ||
        getsockopt((int)descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0)
        return -1;
    // A descriptor of our own: the engine closes its one when it ends.
    return dup((int)descriptor);
}

static gpointer watch(gpointer data)
{
    // No event is asked for, so only the end of the other side wakes this thread, which reads nothing.
    struct pollfd connection = {.fd = GPOINTER_TO_INT(data)};
    while (poll(&connection, 1, -1) < 0 && errno == EINTR) {
    }
    sleep(patienceInSeconds);
    kill(getpid(), SIGKILL);
    return NULL;
}

void lifelineStart(void)
{
    int descriptor = connectionDescriptor();
    if (descriptor < 0)
        g_warning("Gawa: the connection to the host was not found; a page in an endless loop may outlive it");
    else
        g_thread_unref(g_thread_new("Gawa lifeline", watch, GINT_TO_POINTER(descriptor)));
}

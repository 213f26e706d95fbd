#define _GNU_SOURCE
#include "CLane.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int option(int descriptor, int name)
{
    int value = -1;
    socklen_t size = sizeof value;
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

int gawa_lane_is_socket(int descriptor)
{
    return option(descriptor, SO_DOMAIN) == AF_UNIX && option(descriptor, SO_TYPE) == SOCK_SEQPACKET;
}

int gawa_lane_wait(int socket, int wake, int isWriting, int milliseconds)
{
    struct pollfd entries[] = {
        {.fd = socket, .events = (short)(POLLIN | (isWriting ? POLLOUT : 0))},
        {.fd = wake, .events = POLLIN},
    };
    int count = poll(entries, 2, milliseconds);
    if (count == 0)
        return 0;
    // An error, such as a signal: whoever waits looks at everything and waits again.
    if (count < 0)
        return 7;
    if (entries[1].revents) {
        eventfd_t value;
        eventfd_read(wake, &value);
    }
    return (entries[0].revents & ~POLLOUT ? 1 : 0) | (entries[0].revents & ~POLLIN ? 2 : 0) |
           (entries[1].revents ? 4 : 0);
}

int gawa_lane_wake_new(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void gawa_lane_wake(int wake)
{
    eventfd_write(wake, 1);
}

void gawa_lane_shut(int socket)
{
    shutdown(socket, SHUT_RDWR);
}

void gawa_lane_close(int descriptor)
{
    close(descriptor);
}

void gawa_lane_name_thread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
}

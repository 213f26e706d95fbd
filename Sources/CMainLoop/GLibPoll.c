#define _GNU_SOURCE
#include "GLibPoll.h"

#include <errno.h>
#include <glib.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

// GLib's events are poll's, and epoll's for the bits that matter.
G_STATIC_ASSERT((int)G_IO_IN == (int)EPOLLIN && (int)G_IO_OUT == (int)EPOLLOUT && (int)G_IO_PRI == (int)EPOLLPRI);

// All of it belongs to the main thread.
static GMainContext *context;
static int poll_descriptor = -1;
static int timer_descriptor = -1;
static bool is_asking;

/// The descriptors of a query. GLib sorts them and names each once.
typedef struct {
    GPollFD *items;
    int count;
    int capacity;
} Descriptors;

static Descriptors asked, watched, serving;

/// Asks all sources. Returns the time until the first is due, in milliseconds, or -1.
static int query(Descriptors *descriptors, int *priority) {
    int timeout = -1;
    is_asking = true;
    g_main_context_prepare(context, priority);
    for (;;) {
        descriptors->count =
            g_main_context_query(context, *priority, &timeout, descriptors->items, descriptors->capacity);
        if (descriptors->count <= descriptors->capacity) break;
        descriptors->capacity = descriptors->count * 2;
        descriptors->items = g_renew(GPollFD, descriptors->items, descriptors->capacity);
    }
    is_asking = false;
    return timeout;
}

/// Watches one descriptor. Returns false if epoll cannot (a regular file), which poll calls always ready.
static bool watch(const GPollFD *item) {
    struct epoll_event event = {.events = item->events, .data.fd = item->fd};
    // Not skipped when nothing seems to have changed: the number may have been closed and given to another file since.
    if (epoll_ctl(poll_descriptor, EPOLL_CTL_MOD, item->fd, &event) == 0) return true;
    if (errno == ENOENT && epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, item->fd, &event) == 0) return true;
    return errno != EPERM;
}

static bool watch_asked(void) {
    bool can_wait = true;
    int next = 0;
    for (int i = 0; i < asked.count; i++) {
        while (next < watched.count && watched.items[next].fd < asked.items[i].fd)
            epoll_ctl(poll_descriptor, EPOLL_CTL_DEL, watched.items[next++].fd, NULL);
        if (next < watched.count && watched.items[next].fd == asked.items[i].fd) next++;
        if (!watch(&asked.items[i])) can_wait = false;
    }
    while (next < watched.count) epoll_ctl(poll_descriptor, EPOLL_CTL_DEL, watched.items[next++].fd, NULL);

    Descriptors previous = watched;
    watched = asked;
    asked = previous;
    return can_wait;
}

static void set_timer(int milliseconds) {
    // Zero would disarm the timer; setting it also clears an expiry that was not read.
    struct itimerspec time = {0};
    if (milliseconds > 0) {
        time.it_value.tv_sec = milliseconds / 1000;
        time.it_value.tv_nsec = (long)(milliseconds % 1000) * 1000000;
    }
    timerfd_settime(timer_descriptor, 0, &time, NULL);
}

int gawa_glib_poll_open(void) {
    context = g_main_context_default();
    // Never released: g_main_context_invoke runs its function on the calling thread while nobody owns the context.
    if (!g_main_context_acquire(context))
        g_error("Another thread runs GLib's default context, which belongs to the main thread");

    poll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    timer_descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (poll_descriptor < 0 || timer_descriptor < 0)
        g_error("The main loop has no file descriptors: %s", g_strerror(errno));
    struct epoll_event event = {.events = EPOLLIN, .data.fd = timer_descriptor};
    if (epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, timer_descriptor, &event) != 0)
        g_error("The main loop cannot watch its timer: %s", g_strerror(errno));
    return poll_descriptor;
}

bool gawa_glib_poll_arm(void) {
    int priority = 0;
    int timeout = query(&asked, &priority);
    if (timeout == 0 || !watch_asked()) return true;
    set_timer(timeout);
    // Foundation learns of changes only, so not of a descriptor that has been ready since it last looked.
    struct pollfd descriptor = {.fd = poll_descriptor, .events = POLLIN};
    return poll(&descriptor, 1, 0) > 0;
}

/// As g_main_context_iteration without waiting, but sources can see that it is us who ask.
static bool serve_once(void) {
    int priority = 0;
    query(&serving, &priority);
    g_poll(serving.items, serving.count, 0);
    is_asking = true;
    bool is_ready = g_main_context_check(context, priority, serving.items, serving.count);
    is_asking = false;
    // Always, as GLib does: it also frees what check collected.
    g_main_context_dispatch(context);
    return is_ready;
}

bool gawa_glib_poll_serve(void) {
    // More than one round saves trips through the outer loop when one message leads to the next; a bound gives the main
    // queue its turn while a source is always ready.
    for (int round = 0; round < 8; round++) {
        if (!serve_once()) return false;
    }
    return true;
}

bool gawa_glib_poll_is_asking(void) {
    return is_asking;
}

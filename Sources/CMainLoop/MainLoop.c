#define _GNU_SOURCE
#include "CMainLoop.h"

#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

#include "ForeignLoop.h"
#include "GLibPoll.h"
#include "Runtime.h"

static atomic_bool is_started;
static atomic_bool is_stopping;
static int depth;
static bool is_serving;
static CFRunLoopSourceRef ready_source;

// While GLib always has a source ready, a host that begins a new run after each event (`RunLoop.run` does) would never
// come to the main queue, which Foundation looks at last in the first turn of a run. So GLib then sits out the two
// turns that the main queue needs to be next: each is seen by the observer once or twice.
enum { observations_to_sit_out = 4 };
static int observations_left;
static bool is_sitting_out;

static void serve(void *info) {
    (void)info;
    if (is_sitting_out) return;
    bool was_serving = is_serving;
    is_serving = true;
    observations_left = gawa_glib_poll_serve() ? observations_to_sit_out : 0;
    is_serving = was_serving;
}

static bool main_queue_has_work(void) {
    struct pollfd descriptor = {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN};
    return poll(&descriptor, 1, 0) > 0;
}

/// Prepares for a wait. Returns whether it must be a short one.
static bool arm(void) {
    is_sitting_out = observations_left > 0 && main_queue_has_work();
    if (is_sitting_out) {
        observations_left--;
        return true;
    }
    if (!gawa_glib_poll_arm()) return false;
    CFRunLoopSourceSignal(ready_source);
    return true;
}

static int poll_port(void *info) {
    return (int)(intptr_t)info;
}

/// Foundation reports here around each sleep and each (nested) run of the main run loop.
static void observe(CFRunLoopObserverRef observer, unsigned long activity, void *info) {
    (void)observer, (void)info;
    CFRunLoopRef loop = CFRunLoopGetMain();
    switch (activity) {
    case kCFRunLoopExit:
        if (depth > 0) depth--;
        return;
    case kCFRunLoopEntry:
        depth++;
        // A run of zero length never sleeps, so it is only seen here.
        if (!gawa_foreign_loop_take_entry()) arm();
        return;
    default:
        // Only here, and only when no other run is nested in ours: CFRunLoopStop ends the innermost one.
        if (depth == 1 && atomic_load(&is_stopping)) {
            CFRunLoopStop(loop);
        } else if (arm()) {
            CFRunLoopWakeUp(loop);
        }
    }
}

bool gawa_is_main_thread(void) {
    return gettid() == getpid();
}

bool gawa_main_loop_is_started(void) {
    return atomic_load(&is_started);
}

bool gawa_main_loop_is_running(void) {
    CFStringRef mode = CFRunLoopCopyCurrentMode(CFRunLoopGetMain());
    if (mode) CFRelease(mode);
    return mode != NULL;
}

bool gawa_main_loop_can_nest(void) {
    return depth == 0 || (depth == 1 && is_serving);
}

void gawa_main_loop_start(void) {
    if (atomic_exchange(&is_started, true)) return;
    CFRunLoopRef loop = CFRunLoopGetMain();
    // A host's run that began before the observer could count it.
    if (gawa_main_loop_is_running()) depth = 1;

    SignalledSourceContext ready_context = {.version = 0, .perform = serve};
    ready_source = CFRunLoopSourceCreate(NULL, 0, &ready_context);
    CFRunLoopAddSource(loop, ready_source, kCFRunLoopCommonModes);

    // Foundation reads eight bytes from a port that woke it. An epoll descriptor refuses the read and stays as it is,
    // which Foundation takes for a wake-up; MainLoopTests notice if that should change.
    PortSourceContext port_context = {
        .version = 1, .info = (void *)(intptr_t)gawa_glib_poll_open(), .getPort = poll_port, .perform = serve};
    CFRunLoopAddSource(loop, CFRunLoopSourceCreate(NULL, 0, &port_context), kCFRunLoopCommonModes);

    unsigned long activities = kCFRunLoopEntry | kCFRunLoopBeforeWaiting | kCFRunLoopExit;
    // The last of all observers, so that what the others do is seen.
    CFRunLoopAddObserver(
        loop, CFRunLoopObserverCreate(NULL, activities, true, 0x7fffffff, observe, NULL), kCFRunLoopCommonModes);

    gawa_foreign_loop_attach();
}

void gawa_main_loop_run(void) {
    gawa_main_loop_start();
    // Somebody else's CFRunLoopStop ends a run, not this function.
    while (!atomic_load(&is_stopping)) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 1e10, false);
    atomic_store(&is_stopping, false);
}

void gawa_main_loop_stop(void) {
    atomic_store(&is_stopping, true);
    CFRunLoopWakeUp(CFRunLoopGetMain());
}

/// Runs in place of the concurrency runtime's drain on the main thread of an async `main`, and does what the runtime
/// does on Apple platforms: runs the main run loop until the process exits.
static void drain_main_queue(DrainMainQueue original, DrainMainQueue override) __attribute__((swiftcall));
static void drain_main_queue(DrainMainQueue original, DrainMainQueue override) {
    (void)original, (void)override;
    for (;;) gawa_main_loop_run();
}

__attribute__((constructor)) static void install_hook(void) {
    if (!swift_task_asyncMainDrainQueue_hook) swift_task_asyncMainDrainQueue_hook = drain_main_queue;
}

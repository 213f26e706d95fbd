#define _GNU_SOURCE
#include <dlfcn.h>
#include <glib.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "CMainLoop.h"

// How long a thread that exits waits for the main thread before it exits itself, as it would have done without us.
enum { patience_in_seconds = 5 };

typedef void (*Exit)(int status) __attribute__((noreturn));

static atomic_bool has_begun;
static atomic_flag is_handed_over = ATOMIC_FLAG_INIT;

static _Noreturn void park(void) {
    for (;;) pause();
}

static _Noreturn void call_real_exit(int status) {
    atomic_store(&has_begun, true);
    Exit real_exit = (Exit)(intptr_t)dlsym(RTLD_NEXT, "exit");
    if (real_exit) real_exit(status);
    _exit(status);
}

static gboolean exit_on_main_thread(gpointer status) {
    call_real_exit(GPOINTER_TO_INT(status));
}

/// Replaces the C library's `exit`, for the executable and for all libraries in its process.
///
/// Swift Testing, and every async `main` that returns, exit from a thread of the concurrency runtime. WebKit's exit
/// handlers then run off the main thread and abort, so the call is handed to the main thread.
__attribute__((visibility("default"))) void exit(int status) {
    if (gawa_is_main_thread() || !gawa_main_loop_is_started()) call_real_exit(status);

    // The first caller's status stands.
    if (atomic_flag_test_and_set(&is_handed_over)) park();
    // A GLib source, because the loops that serve Foundation all serve GLib, and GLib's own do too.
    g_idle_add_full(G_PRIORITY_HIGH, exit_on_main_thread, GINT_TO_POINTER(status), NULL);
    unsigned int seconds_left = patience_in_seconds;
    while (seconds_left > 0) seconds_left = sleep(seconds_left);
    if (atomic_load(&has_begun)) park();
    call_real_exit(status);
}

#include "ForeignLoop.h"

#include <glib.h>
#include <math.h>
#include <stdatomic.h>

#include "CMainLoop.h"
#include "GLibPoll.h"
#include "Runtime.h"

/// A source that is ready when Foundation's main run loop has work, and only for a GLib loop that is not ours.
typedef struct {
    GSource base;
    gpointer main_queue;
    GIOCondition watched;
} RunLoopSource;

static bool is_entering;
static atomic_bool has_news;

/// Whether a foreign GLib loop asks, from a place where the main queue may run. Inside a job of the main queue it may
/// not, and polling its descriptor there would spin.
static bool can_lend(void) {
    return !gawa_glib_poll_is_asking() && gawa_main_loop_can_nest();
}

/// The time until Foundation's main run loop has to run, in milliseconds, rounded up, or -1.
static int next_run(void) {
    if (atomic_load(&has_news)) return 0;
    double date = CFRunLoopGetNextTimerFireDate(CFRunLoopGetMain(), kCFRunLoopDefaultMode);
    if (date == 0) return -1;
    double milliseconds = ceil((date - CFAbsoluteTimeGetCurrent()) * 1000);
    return milliseconds < 0 ? 0 : milliseconds < 3600000 ? (int)milliseconds : 3600000;
}

static gboolean prepare(GSource *base, gint *timeout) {
    RunLoopSource *source = (RunLoopSource *)base;
    bool is_ours = can_lend();
    GIOCondition wanted = is_ours ? G_IO_IN : 0;
    // Not every time: a change wakes the context.
    if (source->watched != wanted) g_source_modify_unix_fd(base, source->main_queue, wanted);
    source->watched = wanted;
    *timeout = is_ours ? next_run() : -1;
    return *timeout == 0;
}

static gboolean check(GSource *base) {
    if (!can_lend()) return false;
    return g_source_query_unix_fd(base, ((RunLoopSource *)base)->main_queue) != 0 || next_run() == 0;
}

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    (void)source, (void)callback, (void)data;
    atomic_store(&has_news, false);
    is_entering = true;
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true);
    is_entering = false;
    return G_SOURCE_CONTINUE;
}

bool gawa_foreign_loop_take_entry(void) {
    bool result = is_entering;
    is_entering = false;
    return result;
}

void gawa_foreign_loop_notice(void) {
    // Once only: the flag stays up while no foreign loop looks at it.
    if (gawa_main_loop_is_started() && !atomic_exchange(&has_news, true)) g_main_context_wakeup(NULL);
}

void gawa_foreign_loop_attach(void) {
    static GSourceFuncs functions = {.prepare = prepare, .check = check, .dispatch = dispatch};
    GSource *source = g_source_new(&functions, sizeof(RunLoopSource));
    g_source_set_static_name(source, "Foundation's main run loop");
    // Reached again through Foundation's run loop, from a GLib callback that runs a loop of its own.
    g_source_set_can_recurse(source, true);
    ((RunLoopSource *)source)->main_queue = g_source_add_unix_fd(source, _dispatch_get_main_queue_handle_4CF(), 0);
    g_source_attach(source, NULL);
    g_source_unref(source);
}

#pragma once

#include <stdbool.h>

/// Makes a GLib loop that runs on the main thread (a nested one of GTK's or WebKit's, or `g_application_run` as the
/// host) serve Foundation's main run loop, and with it the main queue. Main thread only.
void gawa_foreign_loop_attach(void);

/// Whether a GLib loop started the run of Foundation's main run loop that begins now, and so serves GLib's sources
/// itself. True once for each such run.
bool gawa_foreign_loop_take_entry(void);

/// Says that Foundation's main run loop has something new to do, from any thread.
void gawa_foreign_loop_notice(void);

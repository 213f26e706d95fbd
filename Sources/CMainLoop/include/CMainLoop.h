#pragma once

#include <stdbool.h>

// The main thread belongs to Foundation's run loop in every host, as on Apple platforms, and GLib's default context is
// its guest. This module holds what Swift cannot say: names that are no public API of the Swift runtime, libdispatch
// or Foundation, a load-time constructor, and a replacement of a C library function.

#ifdef __cplusplus
extern "C" {
#endif

/// Makes Foundation's main run loop serve GLib's default context. Main thread only; later calls do nothing.
void gawa_main_loop_start(void);

/// Whether `gawa_main_loop_start` has been called.
bool gawa_main_loop_is_started(void);

/// Runs Foundation's main run loop until `gawa_main_loop_stop`. Main thread only.
void gawa_main_loop_run(void);

/// Makes the current `gawa_main_loop_run` return, from any thread. Call it only while there is one.
void gawa_main_loop_stop(void);

/// Whether some code further up the stack runs Foundation's main run loop. Main thread only.
bool gawa_main_loop_is_running(void);

/// Whether a loop nested in the current callback may run the main queue, because the callback is no job of the main
/// queue as far as can be told. Main thread only.
bool gawa_main_loop_can_nest(void);

/// Whether the calling thread is the one the process began with.
bool gawa_is_main_thread(void);

#ifdef __cplusplus
}
#endif

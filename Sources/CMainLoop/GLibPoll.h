#pragma once

#include <stdbool.h>

// GLib's default context seen as one file descriptor, for a loop that is not GLib's.

/// Takes the default context for the calling thread. Returns a descriptor that is readable when sources may be ready.
int gawa_glib_poll_open(void);

/// Brings the descriptor up to date. To be called right before every wait, because a source attached by the thread that
/// owns the context wakes nobody. Returns whether sources are ready now, in which case waiting would be wrong.
bool gawa_glib_poll_arm(void);

/// Dispatches the sources that are ready, a few rounds at most. Returns whether more may be ready.
bool gawa_glib_poll_serve(void);

/// Whether GLib is asking its sources on behalf of this file, not of a GLib loop.
bool gawa_glib_poll_is_asking(void);

#pragma once

#include <gio/gio.h>

// A `GInputStream` whose bytes come when their owner has them. WebKitGTK takes the answer to a request of a custom
// scheme as a stream only, and tells through the stream's cancellable alone that nobody waits for the answer any more.
// Swift cannot register a class of GObject. Main thread only.

G_BEGIN_DECLS

/// What `GawaSchemeStreamOwner.read` gives besides a number of bytes (0 is the end) and -1 with an error set.
#define GAWA_SCHEME_STREAM_PENDING (-2)

typedef struct {
    /// Copies at most `count` bytes; never called within a call of the owner into the stream.
    gssize (*read)(void *data, void *buffer, gsize count, GError **error);
    /// The engine has cancelled the request. It is in the middle of that: do nothing to it from here.
    void (*cancelled)(void *data);
    /// Frees `data`, once, with the stream.
    void (*release)(void *data);
} GawaSchemeStreamOwner;

/// Makes a stream ("transfer full") that asks its owner, by functions that it copies, for its bytes.
GInputStream *gawa_scheme_stream_new(const GawaSchemeStreamOwner *owner, void *data);

/// Makes the stream ask its owner again, from the main loop.
void gawa_scheme_stream_wake(GInputStream *stream);

/// What became of a call in a copy of this process.
typedef enum {
    GAWA_TRIAL_RETURNED,
    /// It ended the copy.
    GAWA_TRIAL_DIED,
    /// There could be no copy, or it stood still.
    GAWA_TRIAL_FAILED,
} GawaTrial;

/// Tries a call of the engine that may end the process, where nothing else tells whether it will, in a copy of this
/// process. Takes a few milliseconds; three seconds when the copy stands still.
GawaTrial gawa_try_in_child(void (*call)(void *), void *data);

G_END_DECLS

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

/// Sets how many bytes the stream of a `WebKitURISchemeResponse` has; -1 where that is not known.
///
/// The engine reads it with the first bytes, but has it set at the making alone: a stream is given to it before anyone knows.
/// So the setter of the property is called, past the check that keeps a caller from it.
void gawa_scheme_response_set_length(GObject *response, gint64 length);

/// What became of a call.
typedef enum {
    GAWA_TRIAL_RETURNED,
    /// It would have ended this process.
    GAWA_TRIAL_DIED,
    /// It could not be tried.
    GAWA_TRIAL_FAILED,
} GawaTrial;

/// Makes a call of the engine that may end the process, where nothing tells beforehand whether it will, and gives its
/// result when it returns.
///
/// The first calls are made in a child that shares the memory, which takes well under a millisecond. After the first that
/// died, each is tried in a copy of the process beforehand, which takes some milliseconds.
GawaTrial gawa_call_safely(void *(*call)(void *), void *data, void **result);

G_END_DECLS

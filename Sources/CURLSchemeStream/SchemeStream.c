#include "CURLSchemeStream.h"

#include <stdbool.h>

// What a read gave. A GTask made and answered in one turn of the main loop would wait for the next.
typedef struct {
    GObject parent;
    GObject *stream;
    gssize count;
    GError *error;
} Result;

typedef GObjectClass ResultClass;

static GObject *resultSource(GAsyncResult *result)
{
    return g_object_ref(((Result *)result)->stream);
}

static void resultInterface(GAsyncResultIface *interface)
{
    interface->get_source_object = resultSource;
}

G_DEFINE_TYPE_WITH_CODE(Result, gawa_scheme_stream_result, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_ASYNC_RESULT, resultInterface))

static void finalizeResult(GObject *object)
{
    Result *self = (Result *)object;
    g_clear_object(&self->stream);
    g_clear_error(&self->error);
    G_OBJECT_CLASS(gawa_scheme_stream_result_parent_class)->finalize(object);
}

static void gawa_scheme_stream_result_class_init(ResultClass *class)
{
    class->finalize = finalizeResult;
}

static void gawa_scheme_stream_result_init(Result *self)
{
    self->count = -1;
}

// MARK: The stream

typedef struct {
    GInputStream parent;
    GawaSchemeStreamOwner owner;
    void *data;
    GSource *source;              // asks the owner, when it is ready
    GAsyncReadyCallback callback; // of the read that waits, or NULL; the engine has one at a time
    void *callbackData;
    void *buffer;
    gsize count;
    GCancellable *cancellable;
    gulong cancelledHandler;
} SchemeStream;

typedef GInputStreamClass SchemeStreamClass;

G_DEFINE_TYPE(SchemeStream, gawa_scheme_stream, G_TYPE_INPUT_STREAM)

static void forgetCancellable(SchemeStream *self)
{
    // Not g_cancellable_disconnect: it would wait for a handler that is running further up the stack.
    if (self->cancellable)
        g_clear_signal_handler(&self->cancelledHandler, self->cancellable);
    g_clear_object(&self->cancellable);
}

static void cancelled(GCancellable *cancellable, SchemeStream *self)
{
    (void)cancellable;
    gawa_scheme_stream_wake(G_INPUT_STREAM(self));
    self->owner.cancelled(self->data);
}

// Answers the read that waits, if the owner can; false when there is nothing to do but to wait.
static bool answer(SchemeStream *self)
{
    if (!self->callback)
        return false;
    Result *result = g_object_new(gawa_scheme_stream_result_get_type(), NULL);
    result->stream = g_object_ref(G_OBJECT(self));
    result->count = -1;
    if (!g_cancellable_set_error_if_cancelled(self->cancellable, &result->error))
        result->count = self->owner.read(self->data, self->buffer, self->count, &result->error);
    bool isPending = result->count == GAWA_SCHEME_STREAM_PENDING;
    if (!isPending) {
        if (result->count <= 0)
            forgetCancellable(self);
        GAsyncReadyCallback callback = g_steal_pointer(&self->callback);
        callback(G_OBJECT(self), G_ASYNC_RESULT(result), self->callbackData);
    }
    bool hasMore = result->count > 0;
    g_object_unref(result);
    return hasMore;
}

// The source's callback. A read is answered from here alone, never within a call of the engine or of the owner: the
// answer runs code of the engine that changes the tables the caller may be reading.
static gboolean serve(gpointer data)
{
    SchemeStream *self = data;
    // An answer may drop the last reference.
    g_object_ref(self);
    g_source_set_ready_time(self->source, -1);
    // The engine reads 8 KiB at a time. With one read for each turn of the main loop, the turns would take most of the
    // time; without a limit, a large answer would hold up the window.
    int left = 16;
    while (left > 0 && answer(self))
        --left;
    if (left == 0)
        gawa_scheme_stream_wake(G_INPUT_STREAM(self));
    g_object_unref(self);
    return G_SOURCE_CONTINUE;
}

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data)
{
    (void)source;
    return callback(data);
}

static GSourceFuncs sourceFunctions = { .dispatch = dispatch };

static void readAsync(GInputStream *stream, void *buffer, gsize count, int priority, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer data)
{
    SchemeStream *self = (SchemeStream *)stream;
    g_assert(!self->callback);
    self->callback = callback;
    self->callbackData = data;
    self->buffer = buffer;
    self->count = count;
    if (cancellable != self->cancellable) {
        forgetCancellable(self);
        g_set_object(&self->cancellable, cancellable);
        if (cancellable)
            self->cancelledHandler = g_signal_connect(cancellable, "cancelled", G_CALLBACK(cancelled), self);
    }
    g_source_set_priority(self->source, priority);
    gawa_scheme_stream_wake(stream);
}

static gssize readFinish(GInputStream *stream, GAsyncResult *result, GError **error)
{
    (void)stream;
    Result *own = (Result *)result;
    if (own->error)
        g_propagate_error(error, g_steal_pointer(&own->error));
    return own->count;
}

// The engine reads asynchronously only, and a wait here would stop the thread that brings the bytes.
static gssize readNow(GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error)
{
    (void)stream, (void)buffer, (void)count, (void)cancellable;
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "The stream is read asynchronously only");
    return -1;
}

static void finalize(GObject *object)
{
    SchemeStream *self = (SchemeStream *)object;
    forgetCancellable(self);
    g_source_destroy(self->source);
    g_source_unref(self->source);
    self->owner.release(self->data);
    G_OBJECT_CLASS(gawa_scheme_stream_parent_class)->finalize(object);
}

static void gawa_scheme_stream_class_init(SchemeStreamClass *class)
{
    G_OBJECT_CLASS(class)->finalize = finalize;
    class->read_async = readAsync;
    class->read_finish = readFinish;
    class->read_fn = readNow;
}

static void gawa_scheme_stream_init(SchemeStream *self)
{
    self->source = g_source_new(&sourceFunctions, sizeof(GSource));
    g_source_set_static_name(self->source, "gawa scheme stream");
    // Unretained: the source goes with the stream.
    g_source_set_callback(self->source, serve, self, NULL);
    g_source_attach(self->source, NULL);
}

GInputStream *gawa_scheme_stream_new(const GawaSchemeStreamOwner *owner, void *data)
{
    SchemeStream *self = g_object_new(gawa_scheme_stream_get_type(), NULL);
    self->owner = *owner;
    self->data = data;
    return G_INPUT_STREAM(self);
}

void gawa_scheme_response_set_length(GObject *response, gint64 length)
{
    GParamSpec *property = g_object_class_find_property(G_OBJECT_GET_CLASS(response), "stream-length");
    if (!property || property->value_type != G_TYPE_INT64)
        return;
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_TYPE_INT64);
    g_value_set_int64(&value, length);
    GObjectClass *owner = g_type_class_peek(property->owner_type);
    owner->set_property(response, property->param_id, &value, property);
    g_value_unset(&value);
}

void gawa_scheme_stream_wake(GInputStream *stream)
{
    g_source_set_ready_time(((SchemeStream *)stream)->source, 0);
}

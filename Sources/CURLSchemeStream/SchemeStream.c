#include "CURLSchemeStream.h"

typedef struct {
    GInputStream parent;
    GawaSchemeStreamOwner owner;
    void *data;
    GSource *source;  // asks the owner, when it is ready
    GTask *task;      // the read that waits; the engine has one at a time
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

// The source's callback. The task is answered from here alone, never within a call of the engine or of the owner: the
// answer runs code of the engine that changes the tables the caller may be reading.
static gboolean serve(gpointer data)
{
    SchemeStream *self = data;
    g_source_set_ready_time(self->source, -1);
    if (!self->task)
        return G_SOURCE_CONTINUE;
    // The answer may drop the last reference.
    g_autoptr(GInputStream) keep = g_object_ref(G_INPUT_STREAM(self));
    GError *error = NULL;
    gssize read = -1;
    if (!g_cancellable_set_error_if_cancelled(self->cancellable, &error))
        read = self->owner.read(self->data, self->buffer, self->count, &error);
    if (read == GAWA_SCHEME_STREAM_PENDING)
        return G_SOURCE_CONTINUE;
    g_autoptr(GTask) task = g_steal_pointer(&self->task);
    if (read <= 0)
        forgetCancellable(self);
    if (read < 0)
        g_task_return_error(task, error);
    else
        g_task_return_int(task, read);
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
    g_assert(!self->task);
    self->task = g_task_new(stream, cancellable, callback, data);
    g_task_set_priority(self->task, priority);
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
    return g_task_propagate_int(G_TASK(result), error);
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

void gawa_scheme_stream_wake(GInputStream *stream)
{
    g_source_set_ready_time(((SchemeStream *)stream)->source, 0);
}

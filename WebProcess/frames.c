// Frames, their documents and their window objects.
//
// A call into a window may run code of the page: a parent can have altered the window before it was set up. So whoever
// calls holds references to what it uses afterwards, and walks over copies of the lists.

#include "module.h"

#include <string.h>

static const char bootstrapSource[] = {
#embed "bootstrap.js"
};
static const char codecSource[] = {
#embed <codec.js>
};

static GHashTable *frames; // id → Frame

void framesStart(void)
{
    frames = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, (GDestroyNotify)frameRelease);
}

Frame *framesFind(guint64 identifier)
{
    return g_hash_table_lookup(frames, &identifier);
}

// MARK: Ownership

Frame *frameRetain(Frame *frame)
{
    g_atomic_ref_count_inc(&frame->references);
    return frame;
}

// The garbage collector may be the one who releases: nothing here may call into JavaScript, or drop an object of it.
void frameRelease(Frame *frame)
{
    if (!g_atomic_ref_count_dec(&frame->references))
        return;
    g_weak_ref_clear(&frame->page);
    g_ptr_array_unref(frame->realms);
    g_ptr_array_unref(frame->evaluations);
    g_ptr_array_unref(frame->lanes);
    g_free(frame);
}

Realm *realmRetain(Realm *realm)
{
    g_atomic_ref_count_inc(&realm->references);
    return realm;
}

void realmRelease(Realm *realm)
{
    if (!g_atomic_ref_count_dec(&realm->references))
        return;
    frameRelease(realm->frame);
    g_free(realm);
}

// Takes a window out of its frame's list, which owns it; its functions may keep the rest of the record for longer.
static void realmForget(gpointer data)
{
    Realm *realm = data;
    g_clear_object(&realm->kit);
    realmRelease(realm);
}

// Ends what belongs to documents that a frame shows no more.
static void endOtherDocuments(Frame *frame, guint64 document)
{
    lanesCloseOfOtherDocuments(frame, document);
    for (guint index = frame->evaluations->len; index > 0; --index) {
        Evaluation *evaluation = frame->evaluations->pdata[index - 1];
        if (evaluationDocument(evaluation) != document)
            evaluationFrameGone(evaluation);
    }
}

// The frames of a document that goes to the back/forward cache live on there, and would answer much later or never.
static void endOtherFrames(Frame *mainFrame)
{
    g_autoptr(WebKitWebPage) page = g_weak_ref_get(&mainFrame->page);
    GHashTableIter iterator;
    gpointer value;
    g_hash_table_iter_init(&iterator, frames);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        Frame *frame = value;
        gboolean hasWork = frame->evaluations->len > 0 || frame->lanes->len > 0;
        g_autoptr(WebKitWebPage) owner = hasWork ? g_weak_ref_get(&frame->page) : NULL;
        if (owner && owner == page && frame != mainFrame)
            endOtherDocuments(frame, 0);
    }
}

// Notes which document a frame shows now. What waits for another one ends.
static void showDocument(Frame *frame, guint64 document)
{
    if (document == frame->document)
        return;
    frame->document = document;
    endOtherDocuments(frame, document);
    if (frame->frame && webkit_frame_is_main_frame(frame->frame))
        endOtherFrames(frame);
}

static void frameGone(gpointer data, GObject *object)
{
    (void)object;
    Frame *frame = data;
    frame->frame = NULL;
    endOtherDocuments(frame, 0);
    g_ptr_array_set_size(frame->realms, 0);
    g_hash_table_remove(frames, &frame->id);
}

static Frame *frameObtain(WebKitWebPage *page, WebKitFrame *webKitFrame)
{
    guint64 identifier = webkit_frame_get_id(webKitFrame);
    Frame *frame = framesFind(identifier);
    if (frame && frame->frame == webKitFrame)
        return frame;
    if (frame) {
        g_object_weak_unref(G_OBJECT(frame->frame), frameGone, frame);
        frameGone(frame, NULL);
    }
    frame = g_new0(Frame, 1);
    g_atomic_ref_count_init(&frame->references);
    frame->id = identifier;
    frame->frame = webKitFrame;
    frame->realms = g_ptr_array_new_with_free_func(realmForget);
    frame->evaluations = g_ptr_array_new_with_free_func((GDestroyNotify)evaluationRelease);
    frame->lanes = g_ptr_array_new_with_free_func((GDestroyNotify)laneRelease);
    g_weak_ref_init(&frame->page, page);
    g_object_weak_ref(G_OBJECT(webKitFrame), frameGone, frame);
    g_hash_table_insert(frames, &frame->id, frame);
    return frame;
}

// MARK: Windows

JSCValue *realmKit(Realm *realm)
{
    return realm->kit ? jsc_weak_value_get_value(realm->kit) : NULL;
}

static Realm *findRealm(Frame *frame, World *world, JSCContext *context)
{
    for (guint index = frame->realms->len; index > 0; --index) {
        Realm *realm = frame->realms->pdata[index - 1];
        g_autoptr(JSCValue) kit = realmKit(realm);
        if (!kit)
            g_ptr_array_remove_index_fast(frame->realms, index - 1);
        else if (realm->world == world && jsc_value_get_context(kit) == context)
            return realm;
    }
    return NULL;
}

// The main frame shows this window again, which does not report itself.
static void windowCameBack(gpointer data)
{
    Realm *realm = data;
    Frame *frame = realm->frame;
    g_auto(Facts) facts = factsOf(frame->frame);
    showDocument(frame, facts.document);
}

static JSCValue *makeCameBack(JSCContext *context, Realm *realm)
{
    if (*realm->world->name || !webkit_frame_is_main_frame(realm->frame->frame))
        return jsc_value_new_undefined(context);
    return jsc_value_new_function(context, NULL, G_CALLBACK(windowCameBack), realmRetain(realm),
                                  (GDestroyNotify)realmRelease, G_TYPE_NONE, 0);
}

// Runs the two scripts in a window that has none yet.
static Realm *makeRealm(Frame *frame, World *world, JSCContext *context)
{
    g_autoptr(JSCValue) codec =
        jsc_context_evaluate_with_source_uri(context, codecSource, sizeof codecSource, "gawa:codec.js", 1);
    g_autoptr(JSCValue) bootstrap =
        jsc_context_evaluate_with_source_uri(context, bootstrapSource, sizeof bootstrapSource, "gawa:bootstrap.js", 1);
    Realm *realm = g_new0(Realm, 1);
    g_atomic_ref_count_init(&realm->references);
    realm->frame = frameRetain(frame);
    realm->world = world;
    g_autoptr(JSCValue) cameBack = makeCameBack(context, realm);
    g_autoptr(JSCValue) announce = dialogsAnnouncer(context, realm);
    g_autoptr(JSCValue) kit = NULL;
    if (codec && bootstrap && jsc_value_is_function(bootstrap))
        kit = jsc_value_function_call(bootstrap, JSC_TYPE_VALUE, codec, JSC_TYPE_VALUE, cameBack, JSC_TYPE_VALUE,
                                      announce, G_TYPE_NONE);
    JSCException *exception = jsc_context_get_exception(context);
    if (exception || !kit || !jsc_value_is_object(kit)) {
        g_autofree char *text = exception ? jsc_exception_to_string(exception) : NULL;
        g_warning("Gawa: a window could not be set up: %s", text ? text : "no kit");
        jsc_context_clear_exception(context);
        realmRelease(realm);
        return NULL;
    }
    if (!frame->frame) {
        realmRelease(realm);
        return NULL;
    }
    realm->kit = jsc_weak_value_new(kit);
    g_ptr_array_add(frame->realms, realmRetain(realm));
    return realm;
}

// Returns a reference to the record of a window, set up now if it has none.
static Realm *obtainRealm(Frame *frame, World *world, JSCContext *context)
{
    Realm *realm = findRealm(frame, world, context);
    return realm ? realmRetain(realm) : makeRealm(frame, world, context);
}

// The window of a frame in a world. One that could not report itself, because its frame runs no scripts of pages, is
// set up without handlers: it serves evaluation alone.
Realm *realmInContext(Frame *frame, World *world, JSCContext *context)
{
    g_auto(Facts) facts = factsOf(frame->frame);
    if (facts.document == 0)
        return NULL;
    showDocument(frame, facts.document);
    Realm *realm = obtainRealm(frame, world, context);
    if (realm && realm->document == 0)
        realm->document = facts.document;
    return realm;
}

static void addHandler(Realm *realm, JSCValue *kit, Handler *handler)
{
    g_autoptr(JSCValue) sender = messagesSender(jsc_value_get_context(kit), realm, handler);
    g_autoptr(JSCValue) opener = lanesOpener(jsc_value_get_context(kit), realm, handler);
    g_autoptr(JSCValue) result =
        jsc_value_object_invoke_method(kit, "add", G_TYPE_STRING, handler->name, JSC_TYPE_VALUE, sender,
                                       JSC_TYPE_VALUE, opener, G_TYPE_NONE);
}

static void removeHandler(JSCValue *kit, Handler *handler)
{
    g_autoptr(JSCValue) result =
        jsc_value_object_invoke_method(kit, "remove", G_TYPE_STRING, handler->name, G_TYPE_NONE);
}

static void publish(JSCValue *kit, gboolean replacing)
{
    g_autoptr(JSCValue) result =
        jsc_value_object_invoke_method(kit, "publish", G_TYPE_BOOLEAN, replacing, G_TYPE_NONE);
    jsc_context_clear_exception(jsc_value_get_context(kit));
}

// MARK: Documents

static GPtrArray *handlersOf(World *world)
{
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)handlerRelease);
    GHashTableIter iterator;
    gpointer handler;
    g_hash_table_iter_init(&iterator, world->handlers);
    while (g_hash_table_iter_next(&iterator, NULL, &handler))
        g_ptr_array_add(all, handlerRetain(handler));
    return all;
}

static GPtrArray *allFrames(void)
{
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)frameRelease);
    GHashTableIter iterator;
    gpointer frame;
    g_hash_table_iter_init(&iterator, frames);
    while (g_hash_table_iter_next(&iterator, NULL, &frame))
        g_ptr_array_add(all, frameRetain(frame));
    return all;
}

static void setUpWindow(Frame *frame, World *world, JSCContext *context)
{
    g_auto(Facts) facts = factsOf(frame->frame);
    showDocument(frame, facts.document);
    g_autoptr(Realm) realm = obtainRealm(frame, world, context);
    g_autoptr(JSCValue) kit = realm ? realmKit(realm) : NULL;
    if (!kit)
        return;
    realm->document = facts.document;

    g_autoptr(JSCValue) renewed = jsc_value_object_invoke_method(kit, "renew", G_TYPE_NONE);
    g_autoptr(GPtrArray) handlers = handlersOf(world);
    for (guint index = 0; index < handlers->len; ++index)
        addHandler(realm, kit, handlers->pdata[index]);
    publish(kit, TRUE);
    jsc_context_clear_exception(context);
}

void framesWindowCleared(World *world, WebKitWebPage *page, WebKitFrame *webKitFrame)
{
    g_autoptr(JSCContext) context = webkit_frame_get_js_context_for_script_world(webKitFrame, world->world);
    if (!context)
        return;
    g_autoptr(Frame) frame = frameRetain(frameObtain(page, webKitFrame));
    setUpWindow(frame, world, context);
}

// Makes every live frame's window in a world, so that it reports itself.
void framesTouch(World *world)
{
    g_autoptr(GPtrArray) all = allFrames();
    for (guint index = 0; index < all->len; ++index) {
        Frame *frame = all->pdata[index];
        g_autoptr(JSCContext) context =
            frame->frame ? webkit_frame_get_js_context_for_script_world(frame->frame, world->world) : NULL;
    }
}

static void changeHandler(Realm *realm, Handler *handler)
{
    Frame *frame = realm->frame;
    g_autoptr(JSCValue) kit = realmKit(realm);
    if (!kit || !frame->frame)
        return;
    if (handler->isRemoved)
        removeHandler(kit, handler);
    else
        addHandler(realm, kit, handler);
    // A window in the back/forward cache catches up when it comes back.
    g_autoptr(JSCContext) context =
        frame->frame ? webkit_frame_get_js_context_for_script_world(frame->frame, handler->world->world) : NULL;
    if (context == jsc_value_get_context(kit))
        publish(kit, FALSE);
    jsc_context_clear_exception(jsc_value_get_context(kit));
}

void framesHandlerChanged(Handler *handler)
{
    g_autoptr(GPtrArray) all = allFrames();
    for (guint index = 0; index < all->len; ++index) {
        Frame *frame = all->pdata[index];
        g_autoptr(GPtrArray) realms = g_ptr_array_new_with_free_func((GDestroyNotify)realmRelease);
        for (guint window = 0; window < frame->realms->len; ++window) {
            Realm *realm = frame->realms->pdata[window];
            if (realm->world == handler->world)
                g_ptr_array_add(realms, realmRetain(realm));
        }
        for (guint window = 0; window < realms->len; ++window)
            changeHandler(realms->pdata[window], handler);
        if (handler->isRemoved)
            lanesCloseOfHandler(frame, handler);
    }
}

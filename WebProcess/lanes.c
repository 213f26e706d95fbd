// Opens the lanes of documents, and closes them.

#include "lane.h"

#include <gio/gunixfdlist.h>
#include <sys/socket.h>
#include <unistd.h>

// How many lanes the app may not have taken yet. Each holds a descriptor in both processes, and a page opens them faster than
// an app takes them.
enum { maximumOffers = 64 };
static guint offers;

Lane *laneRetain(Lane *lane)
{
    g_atomic_ref_count_inc(&lane->references);
    return lane;
}

// The garbage collector may be the one who releases: an open lane is its frame's too, so nothing of JavaScript is left.
void laneRelease(Lane *lane)
{
    if (!g_atomic_ref_count_dec(&lane->references))
        return;
    realmRelease(lane->realm);
    handlerRelease(lane->handler);
    g_free(lane);
}

// MARK: Closing

void laneClose(Lane *lane, gboolean isTold)
{
    if (lane->socket < 0)
        return;
    close(lane->socket);
    lane->socket = -1;
    g_source_destroy(lane->source);
    g_clear_pointer(&lane->source, g_source_unref);
    g_queue_clear_full(&lane->arrived, g_free);
    g_queue_clear_full(&lane->waiting, g_free);
    laneForgetTaken(lane);
    laneForgetDraft(lane);
    lane->block = NULL;
    g_autoptr(JSCContext) context = g_steal_pointer(&lane->context);
    g_autoptr(JSCValue) deliver = g_steal_pointer(&lane->deliver);
    g_autoptr(JSCValue) block = g_steal_pointer(&lane->blockValue);
    // The frame's list owns the lane, and the lane, through its window, perhaps the frame.
    Frame *frame = frameRetain(lane->realm->frame);
    g_ptr_array_remove_fast(frame->lanes, lane);
    frameRelease(frame);
    if (!isTold)
        return;
    g_autoptr(JSCValue) result = jsc_value_function_call(deliver, G_TYPE_NONE);
    jsc_context_clear_exception(context);
}

void lanesCloseOfOtherDocuments(Frame *frame, guint64 document)
{
    for (guint index = frame->lanes->len; index > 0; --index) {
        Lane *lane = frame->lanes->pdata[index - 1];
        if (lane->document != document)
            laneClose(lane, FALSE);
    }
}

void lanesCloseOfHandler(Frame *frame, Handler *handler)
{
    g_autoptr(GPtrArray) lanes = g_ptr_array_new_with_free_func((GDestroyNotify)laneRelease);
    for (guint index = 0; index < frame->lanes->len; ++index)
        g_ptr_array_add(lanes, laneRetain(frame->lanes->pdata[index]));
    for (guint index = 0; index < lanes->len; ++index) {
        Lane *lane = lanes->pdata[index];
        if (lane->handler != handler)
            continue;
        // What the app said before it removed the handler is still heard.
        laneDeliverAll(lane);
        laneClose(lane, TRUE);
    }
}

// MARK: Opening

// What the function of a handler that opens lanes is bound to.
typedef struct {
    Realm *realm;
    Handler *handler;
} Opener;

static void taken(GObject *page, GAsyncResult *result, gpointer data)
{
    (void)data;
    // The answer says nothing: a lane that the app did not take is closed at its other end.
    g_autoptr(WebKitUserMessage) answer =
        webkit_web_page_send_message_to_view_finish(WEBKIT_WEB_PAGE(page), result, NULL);
    --offers;
}

static void offer(WebKitWebPage *page, Lane *lane, const Facts *facts, int descriptor)
{
    g_autoptr(GUnixFDList) list = g_unix_fd_list_new_from_array(&descriptor, 1);
    Frame *frame = lane->realm->frame;
    GVariant *parameters =
        g_variant_new("(tbtsssst)", frame->id, webkit_frame_is_main_frame(frame->frame), facts->document, facts->url,
                      facts->origin, lane->handler->world->name, lane->handler->name,
                      lane->handler->registration);
    ++offers;
    webkit_web_page_send_message_to_view(page, webkit_user_message_new_with_fd_list("lane", parameters, list), NULL,
                                         taken, NULL);
}

static Lane *laneNew(Opener *opener, JSCValue *deliver, JSCValue *block, guint64 document, int descriptor)
{
    Lane *lane = g_new0(Lane, 1);
    g_atomic_ref_count_init(&lane->references);
    lane->realm = realmRetain(opener->realm);
    lane->handler = handlerRetain(opener->handler);
    lane->document = document;
    lane->socket = descriptor;
    lane->context = g_object_ref(jsc_value_get_context(deliver));
    lane->deliver = g_object_ref(deliver);
    lane->blockValue = g_object_ref(block);
    lane->block = jsc_value_typed_array_get_data(block, NULL);
    lane->takenFile = -1;
    g_queue_init(&lane->arrived);
    g_queue_init(&lane->waiting);
    return lane;
}

static void closeOlder(Opener *opener)
{
    Frame *frame = opener->realm->frame;
    for (guint index = frame->lanes->len; index > 0; --index) {
        Lane *lane = frame->lanes->pdata[index - 1];
        if (lane->realm == opener->realm && lane->handler == opener->handler)
            laneClose(lane, FALSE);
    }
}

static JSCValue *functionOf(Lane *lane, JSCContext *context, GCallback function, GType result, guint count,
                            GType *parameters)
{
    return jsc_value_new_functionv(context, NULL, function, laneRetain(lane), (GDestroyNotify)laneRelease, result, count,
                                   parameters);
}

// Gives the window the block and the functions of a lane as arguments of a call: the engine makes an array by setting its
// elements, which a page can hear.
static void giveFunctions(Lane *lane, JSCContext *context, JSCValue *adopt)
{
    GType message[] = {G_TYPE_STRING, G_TYPE_INT, G_TYPE_DOUBLE};
    GType piece[] = {G_TYPE_INT, G_TYPE_BOOLEAN};
    g_autoptr(JSCValue) send = functionOf(lane, context, G_CALLBACK(laneSend), G_TYPE_BOOLEAN, 2, message);
    g_autoptr(JSCValue) ask = functionOf(lane, context, G_CALLBACK(laneAsk), JSC_TYPE_VALUE, 3, message);
    g_autoptr(JSCValue) addPiece = functionOf(lane, context, G_CALLBACK(laneAddPiece), G_TYPE_NONE, 2, piece);
    g_autoptr(JSCValue) takePiece = functionOf(lane, context, G_CALLBACK(laneTakePiece), G_TYPE_INT, 0, NULL);
    JSCValue *all[] = {lane->blockValue, send, ask, addPiece, takePiece};
    g_autoptr(JSCValue) result = jsc_value_function_callv(adopt, G_N_ELEMENTS(all), all);
}

// Makes a lane, if it can be, and gives the window its functions.
static void openLane(JSCValue *deliver, JSCValue *adopt, gpointer data)
{
    Opener *opener = data;
    Frame *frame = opener->realm->frame;
    JSCContext *context = jsc_value_get_context(deliver);
    g_autoptr(WebKitWebPage) page = g_weak_ref_get(&frame->page);
    if (opener->handler->isRemoved || !frame->frame || !page || offers >= maximumOffers ||
        !jsc_value_is_function(deliver) || !jsc_value_is_function(adopt))
        return;
    g_auto(Facts) facts = factsOf(frame->frame);
    int descriptors[2];
    if (facts.document == 0 || facts.document != opener->realm->document ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, descriptors) != 0)
        return;
    // The module's own: in a window that was altered before it was set up, the window's might be of memory that moves.
    g_autoptr(JSCValue) block = jsc_value_new_typed_array(context, JSC_TYPED_ARRAY_UINT8, sizeof(LaneBlock));
    if (!jsc_value_is_typed_array(block)) {
        close(descriptors[0]);
        close(descriptors[1]);
        return;
    }
    closeOlder(opener);
    g_autoptr(Lane) lane = laneRetain(laneNew(opener, deliver, block, facts.document, descriptors[0]));
    g_ptr_array_add(frame->lanes, lane);
    laneStart(lane);
    offer(page, lane, &facts, descriptors[1]);
    giveFunctions(lane, context, adopt);
}

// Called by the garbage collector.
static void openerFree(gpointer data)
{
    Opener *opener = data;
    realmRelease(opener->realm);
    handlerRelease(opener->handler);
    g_free(opener);
}

JSCValue *lanesOpener(JSCContext *context, Realm *realm, Handler *handler)
{
    if (!handler->hasLanes)
        return jsc_value_new_undefined(context);
    Opener *opener = g_new0(Opener, 1);
    opener->realm = realmRetain(realm);
    opener->handler = handlerRetain(handler);
    return jsc_value_new_function(context, NULL, G_CALLBACK(openLane), opener, openerFree, G_TYPE_NONE, 2,
                                  JSC_TYPE_VALUE, JSC_TYPE_VALUE);
}

// What handler objects send, and the host's answers.

#include "module.h"

// What a handler object's function is bound to. Page code can reach none of it.
typedef struct {
    Realm *realm;
    Handler *handler;
} Sender;

// A post that the host has not answered. Its promise belongs to the window (bootstrap.js), under `call`.
typedef struct {
    Realm *realm;
    double call;
} PendingReply;

enum { refusalNone = 0, refusalDocumentGone = 1, refusalHandlerRemoved = 2, refusalBody = 3 };

static const char noReply[] = "WKWebView API client did not respond to this postMessage";

static void settle(PendingReply *pending, GVariant *reply, gboolean isResolve)
{
    g_autoptr(JSCValue) kit = realmKit(pending->realm);
    if (!kit)
        return;
    g_autoptr(JSCValue) result = NULL;
    const char *first = "";
    const char *second = noReply;
    if (reply && isResolve) {
        g_variant_get(reply, "(&s)", &first);
        result = jsc_value_object_invoke_method(kit, "resolve", G_TYPE_DOUBLE, pending->call, G_TYPE_STRING, first,
                                                G_TYPE_NONE);
    } else {
        if (reply)
            g_variant_get(reply, "(&s&s)", &first, &second);
        result = jsc_value_object_invoke_method(kit, "reject", G_TYPE_DOUBLE, pending->call, G_TYPE_STRING, first,
                                                G_TYPE_STRING, second, G_TYPE_BOOLEAN, reply != NULL, G_TYPE_NONE);
    }
    jsc_context_clear_exception(jsc_value_get_context(kit));
}

static void replyReceived(GObject *page, GAsyncResult *result, gpointer data)
{
    PendingReply *pending = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(WebKitUserMessage) message =
        webkit_web_page_send_message_to_view_finish(WEBKIT_WEB_PAGE(page), result, &error);
    const char *name = message ? webkit_user_message_get_name(message) : "";
    GVariant *reply = message ? webkit_user_message_get_parameters(message) : NULL;
    gboolean isResolve = g_str_equal(name, "resolve");
    const char *shape = isResolve ? "(s)" : "(ss)";
    if (message && (!(isResolve || g_str_equal(name, "reject")) || !reply ||
                    !g_variant_is_of_type(reply, G_VARIANT_TYPE(shape)))) {
        g_warning("Gawa: the answer '%s' to a post has the wrong shape", name);
        reply = NULL;
    }
    settle(pending, reply, isResolve);
    realmRelease(pending->realm);
    g_free(pending);
}

static int sendPost(double call, JSCValue *body, gpointer data)
{
    Sender *sender = data;
    Frame *frame = sender->realm->frame;
    if (sender->handler->isRemoved)
        return refusalHandlerRemoved;
    g_autoptr(WebKitWebPage) page = g_weak_ref_get(&frame->page);
    if (!frame->frame || !page)
        return refusalDocumentGone;
    g_autofree char *text = jsc_value_is_string(body) ? jsc_value_to_string(body) : NULL;
    if (!text || !g_utf8_validate(text, -1, NULL))
        return refusalBody;
    // The engine's own word for the frame's URL may be the successor's already.
    g_auto(Facts) facts = factsOf(frame->frame);
    if (facts.document == 0 || facts.document != sender->realm->document)
        return refusalDocumentGone;
    GVariant *post = g_variant_new("(tbtssssts)", frame->id, webkit_frame_is_main_frame(frame->frame),
                                   facts.document, facts.url, facts.origin,
                                   sender->handler->world->name, sender->handler->name, sender->handler->registration,
                                   text);
    PendingReply *pending = g_new0(PendingReply, 1);
    pending->realm = realmRetain(sender->realm);
    pending->call = call;
    webkit_web_page_send_message_to_view(page, webkit_user_message_new("post", post), NULL, replyReceived, pending);
    return refusalNone;
}

// Called by the garbage collector.
static void senderFree(gpointer data)
{
    Sender *sender = data;
    realmRelease(sender->realm);
    handlerRelease(sender->handler);
    g_free(sender);
}

JSCValue *messagesSender(JSCContext *context, Realm *realm, Handler *handler)
{
    Sender *sender = g_new0(Sender, 1);
    sender->realm = realmRetain(realm);
    sender->handler = handlerRetain(handler);
    return jsc_value_new_function(context, NULL, G_CALLBACK(sendPost), sender, senderFree, G_TYPE_INT, 2,
                                  G_TYPE_DOUBLE, JSC_TYPE_VALUE);
}

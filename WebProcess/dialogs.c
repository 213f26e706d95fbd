// Tells the host which frame asks, since the engine's signal of a dialog names none.
//
// In every window the bootstrap puts its own functions in the place of `alert`, `confirm` and `prompt`, before any script
// of the page. They tell of the frame before the engine's function runs, and of the end after it. What a page does to them
// afterwards can only make a dialog come without such news, and that one is nobody's.

#include "module.h"

static guint64 lastDialog;

// Begins a dialog and returns its number, or ends the one of a number.
static double dialogAnnounced(double ending, gpointer data)
{
    Realm *realm = data;
    Frame *frame = realm->frame;
    g_autoptr(WebKitWebPage) page = g_weak_ref_get(&frame->page);
    if (!page)
        return 0;
    if (ending > 0) {
        webkit_web_page_send_message_to_view(
            page, webkit_user_message_new("dialog-end", g_variant_new("(t)", (guint64)ending)), NULL, NULL, NULL);
        return 0;
    }
    g_auto(Facts) facts = factsOf(frame->frame);
    // A window that is kept from a document that has gone shows no dialog.
    if (facts.document == 0 || facts.document != realm->document)
        return 0;
    GVariant *news = g_variant_new("(ttbss)", ++lastDialog, frame->id, webkit_frame_is_main_frame(frame->frame), facts.url,
                                   facts.origin);
    webkit_web_page_send_message_to_view(page, webkit_user_message_new("dialog", news), NULL, NULL, NULL);
    return lastDialog;
}

JSCValue *dialogsAnnouncer(JSCContext *context, Realm *realm)
{
    return jsc_value_new_function(context, NULL, G_CALLBACK(dialogAnnounced), realmRetain(realm),
                                  (GDestroyNotify)realmRelease, G_TYPE_DOUBLE, 1, G_TYPE_DOUBLE);
}

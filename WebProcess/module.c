#include "module.h"

static gboolean isStateMessage(WebKitUserMessage *message)
{
    return g_str_equal(webkit_user_message_get_name(message), "state");
}

static void contextMessageReceived(WebKitWebProcessExtension *extension, WebKitUserMessage *message, gpointer data)
{
    (void)extension;
    (void)data;
    if (isStateMessage(message))
        stateApply(webkit_user_message_get_parameters(message));
    else
        g_warning("Gawa: unknown message '%s'", webkit_user_message_get_name(message));
}

static gboolean pageMessageReceived(WebKitWebPage *page, WebKitUserMessage *message, gpointer data)
{
    (void)data;
    const char *name = webkit_user_message_get_name(message);
    if (g_str_equal(name, "evaluate")) {
        evaluateMessage(page, message);
        return TRUE;
    }
    if (g_str_equal(name, "ping")) {
        webkit_user_message_send_reply(message, webkit_user_message_new("pong", g_variant_new("()")));
        return TRUE;
    }
    g_warning("Gawa: unknown message '%s'", name);
    return FALSE;
}

static void pageCreated(WebKitWebProcessExtension *extension, WebKitWebPage *page, gpointer data)
{
    (void)extension;
    (void)data;
    g_signal_connect(page, "user-message-received", G_CALLBACK(pageMessageReceived), NULL);
    filesWatch(page);
    nativesWatch(page);
}

void webkit_web_process_extension_initialize_with_user_data(WebKitWebProcessExtension *extension, GVariant *userData);

__attribute__((visibility("default"))) void
webkit_web_process_extension_initialize_with_user_data(WebKitWebProcessExtension *extension, GVariant *userData)
{
    lifelineStart();
    g_signal_connect(extension, "page-created", G_CALLBACK(pageCreated), NULL);
    g_signal_connect(extension, "user-message-received", G_CALLBACK(contextMessageReceived), NULL);
    factsStart();
    framesStart();
    stateStart();
    stateApply(userData);
}

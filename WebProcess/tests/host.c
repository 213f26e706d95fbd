#include "host.h"

guint failures;

void expectThat(gboolean condition, const char *text, const char *file, int line)
{
    if (condition)
        return;
    failures += 1;
    g_printerr("%s:%d: failed: %s\n", file, line, text);
}

void expectText(char *actual, const char *wanted, const char *text, const char *file, int line)
{
    if (!g_pattern_match_simple(wanted, actual ? actual : "(null)")) {
        failures += 1;
        g_printerr("%s:%d: %s\n    is     %s\n    wanted %s\n", file, line, text, actual, wanted);
    }
    g_free(actual);
}

// MARK: Waiting

static gboolean timedOut(gpointer flag)
{
    *(gboolean *)flag = TRUE;
    return G_SOURCE_REMOVE;
}

void hostWait(gboolean (*isDone)(gpointer data), gpointer data, const char *what)
{
    gboolean isLate = FALSE;
    guint source = g_timeout_add_seconds(60, timedOut, &isLate);
    while (!isLate && !isDone(data))
        g_main_context_iteration(NULL, TRUE);
    if (isLate) {
        failures += 1;
        g_printerr("timed out: %s\n", what);
    } else {
        g_source_remove(source);
    }
}

static gboolean isSet(gpointer flag)
{
    return *(gboolean *)flag;
}

void hostSpin(guint milliseconds)
{
    gboolean isOver = FALSE;
    g_timeout_add(milliseconds, timedOut, &isOver);
    while (!isOver)
        g_main_context_iteration(NULL, TRUE);
}

static gboolean isNotNull(gpointer pointer)
{
    return *(gpointer *)pointer != NULL;
}

// MARK: Posts

static void postFree(gpointer data)
{
    Post *post = data;
    g_free(post->url);
    g_free(post->origin);
    g_free(post->world);
    g_free(post->handler);
    g_free(post->body);
    g_free(post);
}

static void replyTo(WebKitUserMessage *message, const char *name, GVariant *parameters)
{
    webkit_user_message_send_reply(message, webkit_user_message_new(name, parameters));
}

static void reply(Host *host, WebKitUserMessage *message, const Post *post)
{
    if (g_str_has_prefix(post->handler, "reject"))
        replyTo(message, "reject", g_variant_new("(ss)", "", "\"Rejected!\""));
    else if (g_str_has_prefix(post->handler, "named"))
        replyTo(message, "reject", g_variant_new("(ss)", "InvalidAccessError", "\"Not here\""));
    else if (g_str_has_prefix(post->handler, "malformed"))
        replyTo(message, "resolve", g_variant_new("(u)", 1));
    else if (g_str_has_prefix(post->handler, "never"))
        g_ptr_array_add(host->kept, g_object_ref(message));
    else if (!g_str_has_prefix(post->handler, "silent"))
        replyTo(message, "resolve", g_variant_new("(s)", post->body));
}

static gboolean messageReceived(WebKitWebView *view, WebKitUserMessage *message, gpointer data)
{
    (void)view;
    Host *host = data;
    GVariant *parameters = webkit_user_message_get_parameters(message);
    EXPECT(g_str_equal(webkit_user_message_get_name(message), "post"));
    EXPECT(parameters && g_variant_is_of_type(parameters, G_VARIANT_TYPE("(tbtssssts)")));
    Post *post = g_new0(Post, 1);
    guint64 registration;
    g_variant_get(parameters, "(tbtssssts)", &post->frame, &post->isMainFrame, &post->document, &post->url,
                  &post->origin, &post->world, &post->handler, &registration, &post->body);
    EXPECT(registration == 1);
    g_ptr_array_add(host->posts, post);
    reply(host, message, post);
    return TRUE;
}

void hostClearPosts(Host *host)
{
    g_ptr_array_set_size(host->posts, 0);
    g_ptr_array_set_size(host->kept, 0);
}

typedef struct {
    Host *host;
    guint count;
} Count;

static gboolean hasPosts(gpointer data)
{
    Count *count = data;
    return count->host->posts->len >= count->count;
}

void hostWaitForPosts(Host *host, guint number)
{
    Count count = { host, number };
    hostWait(hasPosts, &count, "posts");
}

Post *hostPost(Host *host, const char *body)
{
    for (guint index = 0; index < host->posts->len; ++index) {
        Post *post = host->posts->pdata[index];
        if (g_str_equal(post->body, body))
            return post;
    }
    return NULL;
}

// MARK: Pages

static void serve(SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
    (void)server;
    (void)query;
    Host *host = data;
    const char *html = g_hash_table_lookup(host->pages, path);
    soup_server_message_set_status(message, html ? 200 : 404, NULL);
    if (!html)
        return;
    if (g_str_has_suffix(path, ".csp.html"))
        soup_message_headers_append(soup_server_message_get_response_headers(message), "Content-Security-Policy",
                                    "default-src 'self'; script-src 'self' 'unsafe-inline'");
    soup_server_message_set_response(message, "text/html", SOUP_MEMORY_COPY, html, strlen(html));
}

static char *startServer(Host *host, const char *name)
{
    SoupServer *server = soup_server_new(NULL, NULL);
    soup_server_add_handler(server, NULL, serve, host, NULL);
    g_assert_true(soup_server_listen_local(server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL));
    GSList *uris = soup_server_get_uris(server);
    char *origin = g_strdup_printf("http://%s:%d", name, g_uri_get_port(uris->data));
    g_slist_free_full(uris, (GDestroyNotify)g_uri_unref);
    return origin;
}

void hostServe(Host *host, const char *path, const char *html)
{
    // $FIRST and $SECOND stand for the origins.
    g_autofree char *half = NULL;
    GString *text = g_string_new(html);
    g_string_replace(text, "$FIRST", host->first, 0);
    g_string_replace(text, "$SECOND", host->second, 0);
    g_hash_table_insert(host->pages, g_strdup(path), g_string_free(text, FALSE));
}

static void loadChanged(WebKitWebView *view, WebKitLoadEvent event, gpointer data)
{
    (void)view;
    if (event == WEBKIT_LOAD_FINISHED)
        ((Host *)data)->isLoading = FALSE;
}

static gboolean isLoaded(gpointer data)
{
    return !((Host *)data)->isLoading;
}

void hostLoad(Host *host, const char *url)
{
    host->isLoading = TRUE;
    webkit_web_view_load_uri(host->view, url);
    hostWait(isLoaded, host, "load");
}

void hostGoBack(Host *host)
{
    host->isLoading = TRUE;
    webkit_web_view_go_back(host->view);
    hostWait(isLoaded, host, "back");
}

void hostLoadPage(Host *host, const char *html)
{
    static guint number;
    hostClearPosts(host);
    g_autofree char *path = g_strdup_printf("/page%u.html", ++number);
    g_autofree char *url = g_strconcat(host->first, path, NULL);
    hostServe(host, path, html);
    hostLoad(host, url);
}

// MARK: Messages

static void pongReceived(GObject *view, GAsyncResult *result, gpointer flag)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(WebKitUserMessage) message =
        webkit_web_view_send_message_to_page_finish(WEBKIT_WEB_VIEW(view), result, &error);
    EXPECT(message && g_str_equal(webkit_user_message_get_name(message), "pong"));
    *(gboolean *)flag = TRUE;
}

void hostPing(Host *host)
{
    gboolean isDone = FALSE;
    webkit_web_view_send_message_to_page(host->view, webkit_user_message_new("ping", g_variant_new("()")), NULL,
                                         pongReceived, &isDone);
    hostWait(isSet, &isDone, "pong");
}

void hostSendState(Host *host, GVariant *state)
{
    webkit_web_context_send_message_to_all_extensions(host->context, webkit_user_message_new("state", state));
    hostPing(host);
}

static void called(GObject *view, GAsyncResult *result, gpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(JSCValue) value = webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(view), result, &error);
    *(char **)data = value ? jsc_value_to_json(value, 0) : g_strconcat("!", error->message, NULL);
    if (!*(char **)data)
        *(char **)data = g_strdup("undefined");
}

char *hostCall(Host *host, const char *world, const char *body)
{
    char *text = NULL;
    webkit_web_view_call_async_javascript_function(host->view, body, -1, NULL, world, NULL, NULL, called, &text);
    hostWait(isNotNull, &text, body);
    return text;
}

static void evaluated(GObject *view, GAsyncResult *result, gpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(WebKitUserMessage) message =
        webkit_web_view_send_message_to_page_finish(WEBKIT_WEB_VIEW(view), result, &error);
    if (!message) {
        *(char **)data = g_strconcat("!", error->message, NULL);
        return;
    }
    GString *text = g_string_new(webkit_user_message_get_name(message));
    GVariant *parameters = webkit_user_message_get_parameters(message);
    for (gsize index = 0; index < g_variant_n_children(parameters); ++index) {
        g_autoptr(GVariant) child = g_variant_get_child_value(parameters, index);
        if (g_variant_is_of_type(child, G_VARIANT_TYPE_STRING))
            g_string_append_printf(text, " | %s", g_variant_get_string(child, NULL));
        else
            g_string_append_printf(text, " | %u", g_variant_get_uint32(child));
    }
    *(char **)data = g_string_free(text, FALSE);
}

static void evaluate(Host *host, guint64 frame, const char *world, const char *source, gboolean isFunction,
                     const char *const *names, const char *arguments, char **answer)
{
    static const char *const none[] = { NULL };
    GVariant *parameters = g_variant_new(
        "(tss@ayb^ass)", frame, world, "test:source",
        g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, source, strlen(source), 1), isFunction, names ? names : none,
        arguments);
    webkit_web_view_send_message_to_page(host->view, webkit_user_message_new("evaluate", parameters), NULL, evaluated,
                                         answer);
}

void hostEvaluateStart(Host *host, guint64 frame, const char *world, const char *source, gboolean isFunction,
                       char **answer)
{
    evaluate(host, frame, world, source, isFunction, NULL, "[]", answer);
}

char *hostEvaluate(Host *host, guint64 frame, const char *world, const char *source, gboolean isFunction,
                   const char *const *names, const char *arguments)
{
    char *answer = NULL;
    evaluate(host, frame, world, source, isFunction, names, arguments, &answer);
    hostWait(isNotNull, &answer, source);
    return answer;
}

// MARK: State

GVariant *stateOf(const char *const *worlds, const char *const *handlers)
{
    GVariantBuilder names;
    GVariantBuilder pairs;
    g_variant_builder_init(&names, G_VARIANT_TYPE("as"));
    g_variant_builder_init(&pairs, G_VARIANT_TYPE("a(ssbt)"));
    for (; worlds && *worlds; ++worlds)
        g_variant_builder_add(&names, "s", *worlds);
    for (; handlers && *handlers; ++handlers) {
        g_auto(GStrv) parts = g_strsplit(*handlers, "/", 2);
        // Handlers of one name are one registration in all states.
        g_variant_builder_add(&pairs, "(ssbt)", parts[0], parts[1], g_str_has_prefix(parts[1], "lane"), (guint64)1);
    }
    return g_variant_new("(asa(ssbt)asb)", &names, &pairs, NULL, FALSE);
}

static void startProcess(WebKitWebContext *context, gpointer state)
{
    webkit_web_context_set_web_process_extensions_initialization_user_data(context, g_variant_ref(state));
}

static void terminated(WebKitWebView *view, WebKitWebProcessTerminationReason reason, gpointer data)
{
    (void)view;
    ((Host *)data)->crashes += 1;
    failures += 1;
    g_printerr("the web process ended: %d\n", reason);
}

static WebKitWebView *created(WebKitWebView *view, WebKitNavigationAction *action, gpointer data)
{
    (void)action;
    WebKitWebView *popup = g_object_new(WEBKIT_TYPE_WEB_VIEW, "related-view", view, NULL);
    g_signal_connect(popup, "user-message-received", G_CALLBACK(messageReceived), data);
    return popup;
}

WebKitWebView *hostNewView(Host *host)
{
    WebKitWebView *view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", host->context, "network-session",
                                       host->session, NULL);
    g_object_ref_sink(view);
    WebKitSettings *settings = webkit_web_view_get_settings(view);
    webkit_settings_set_enable_write_console_messages_to_stdout(settings, g_getenv("VERBOSE") != NULL);
    webkit_settings_set_javascript_can_open_windows_automatically(settings, TRUE);
    g_signal_connect(view, "user-message-received", G_CALLBACK(messageReceived), host);
    g_signal_connect(view, "load-changed", G_CALLBACK(loadChanged), host);
    g_signal_connect(view, "web-process-terminated", G_CALLBACK(terminated), host);
    g_signal_connect(view, "create", G_CALLBACK(created), host);
    return view;
}

Host *hostNew(const char *moduleDirectory, GVariant *state)
{
    Host *host = g_new0(Host, 1);
    host->posts = g_ptr_array_new_with_free_func(postFree);
    host->kept = g_ptr_array_new_with_free_func(g_object_unref);
    host->pages = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    host->first = startServer(host, "127.0.0.1");
    host->second = startServer(host, "localhost");
    host->context = webkit_web_context_new();
    host->session = webkit_network_session_new_ephemeral();
    webkit_web_context_add_path_to_sandbox(host->context, moduleDirectory, TRUE);
    webkit_web_context_set_web_process_extensions_directory(host->context, moduleDirectory);
    g_signal_connect_data(host->context, "initialize-web-process-extensions", G_CALLBACK(startProcess),
                          g_variant_ref_sink(state), NULL, 0);
    host->view = hostNewView(host);
    return host;
}

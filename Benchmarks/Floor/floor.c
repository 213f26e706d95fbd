// The floor of the benchmarks: what the engine's own messages cost a plain C program.
//
//     floor PAGE
//
// Shows the page in a window and prints "ready" once the page's first call has been answered. Then each line of standard
// input, a row's name and a count, is answered by one line of JSON: the row and its value, or an error. The end of the
// input ends the program.

#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <webkit/webkit.h>

typedef struct {
    WebKitWebView *view;
    GDataInputStream *input;
    gint64 pushStart;
    int pushCount;
} Floor;

static void readLine(Floor *floor);

static void fail(const char *sentence)
{
    fprintf(stderr, "floor: %s\n", sentence);
    exit(1);
}

static void printLine(const char *line)
{
    puts(line);
    fflush(stdout);
}

// MARK: From page to host

// Answers each call with the text that it brought.
static gboolean echo(WebKitUserContentManager *manager, JSCValue *message, WebKitScriptMessageReply *reply,
                     gpointer data)
{
    (void)manager, (void)data;
    g_autofree char *text = jsc_value_to_string(message);
    g_autoptr(JSCValue) answer = jsc_value_new_string(jsc_value_get_context(message), text);
    webkit_script_message_reply_return_value(reply, answer);
    return TRUE;
}

// Takes what the page tells of its rows.
static void told(WebKitUserContentManager *manager, JSCValue *message, gpointer data)
{
    (void)manager;
    Floor *floor = data;
    g_autofree char *line = jsc_value_to_string(message);
    if (g_str_equal(line, "pushed")) {
        double seconds = (double)(g_get_monotonic_time() - floor->pushStart) / G_USEC_PER_SEC;
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_dtostr(number, sizeof number, floor->pushCount / seconds);
        g_autofree char *result = g_strdup_printf("{\"row\":\"pushes\",\"value\":%s}", number);
        printLine(result);
    } else {
        printLine(line);
    }
    readLine(floor);
}

// MARK: Bytes

enum { binaryLength = 10000000 };

static void answer(WebKitURISchemeRequest *request, gpointer bytes, gsize length, GDestroyNotify release)
{
    g_autoptr(GInputStream) body = g_memory_input_stream_new_from_data(bytes, (gssize)length, release);
    g_autoptr(WebKitURISchemeResponse) response = webkit_uri_scheme_response_new(body, (gint64)length);
    SoupMessageHeaders *headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
    soup_message_headers_append(headers, "Access-Control-Allow-Origin", "*");
    webkit_uri_scheme_response_set_http_headers(response, headers);
    webkit_uri_scheme_response_set_content_type(response, "application/octet-stream");
    webkit_uri_scheme_request_finish_with_response(request, response);
}

// Checks what the page has sent, and answers with its length.
static void bodyRead(GObject *stream, GAsyncResult *result, gpointer data)
{
    g_autoptr(WebKitURISchemeRequest) request = data;
    g_autoptr(GError) error = NULL;
    if (g_output_stream_splice_finish(G_OUTPUT_STREAM(stream), result, &error) < 0)
        fail(error->message);
    GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM(stream);
    const guint8 *bytes = g_memory_output_stream_get_data(memory);
    gsize length = g_memory_output_stream_get_data_size(memory);
    for (gsize index = 0; index < length; index += 9999) {
        if (bytes[index] != index % 251)
            fail("the page's bytes came altered");
    }
    char *text = g_strdup_printf("%" G_GSIZE_FORMAT, length);
    answer(request, text, strlen(text), g_free);
}

static void requested(WebKitURISchemeRequest *request, gpointer data)
{
    GBytes *bytes = data;
    if (g_str_equal(webkit_uri_scheme_request_get_path(request), "/down")) {
        answer(request, (gpointer)g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), NULL);
        return;
    }
    g_autoptr(GInputStream) body = webkit_uri_scheme_request_get_http_body(request);
    g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
    g_output_stream_splice_async(memory, body, G_OUTPUT_STREAM_SPLICE_NONE, G_PRIORITY_DEFAULT, NULL, bodyRead,
                                 g_object_ref(request));
}

static void registerScheme(WebKitWebView *view)
{
    guint8 *bytes = g_malloc(binaryLength);
    for (int index = 0; index < binaryLength; ++index)
        bytes[index] = (guint8)(index % 251);
    WebKitWebContext *context = webkit_web_view_get_context(view);
    webkit_web_context_register_uri_scheme(context, "bench", requested, g_bytes_new_take(bytes, binaryLength),
                                           (GDestroyNotify)g_bytes_unref);
    WebKitSecurityManager *security = webkit_web_context_get_security_manager(context);
    webkit_security_manager_register_uri_scheme_as_secure(security, "bench");
    webkit_security_manager_register_uri_scheme_as_cors_enabled(security, "bench");
}

// MARK: From host to page

static void call(Floor *floor, const char *body, GVariant *arguments)
{
    webkit_web_view_call_async_javascript_function(floor->view, body, -1, arguments, NULL, NULL, NULL, NULL, NULL);
}

static void push(Floor *floor, int count)
{
    GVariantDict arguments;
    g_variant_dict_init(&arguments, NULL);
    g_variant_dict_insert(&arguments, "count", "d", (double)count);
    call(floor, "expectPushes(count)", g_variant_dict_end(&arguments));

    floor->pushCount = count;
    floor->pushStart = g_get_monotonic_time();
    for (int index = 0; index < count; ++index) {
        char score[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_dtostr(score, sizeof score, index / 8.0);
        g_autofree char *text = g_strdup_printf("{\"id\":%d,\"name\":\"Item %d\",\"done\":%s,\"score\":%s}", index, index,
                                                index % 2 == 0 ? "true" : "false", score);
        g_variant_dict_init(&arguments, NULL);
        g_variant_dict_insert(&arguments, "text", "s", text);
        call(floor, "pushed(text)", g_variant_dict_end(&arguments));
    }
}

static void runRow(Floor *floor, const char *name, int count)
{
    if (g_str_equal(name, "pushes")) {
        push(floor, count);
        return;
    }
    GVariantDict arguments;
    g_variant_dict_init(&arguments, NULL);
    g_variant_dict_insert(&arguments, "name", "s", name);
    g_variant_dict_insert(&arguments, "count", "d", (double)count);
    call(floor, "run(name, count)", g_variant_dict_end(&arguments));
}

// MARK: Standard input

static void lineRead(GObject *input, GAsyncResult *result, gpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *line = g_data_input_stream_read_line_finish(G_DATA_INPUT_STREAM(input), result, NULL, &error);
    if (error)
        fail(error->message);
    if (!line)
        exit(0);
    char name[32];
    int count = 0;
    if (sscanf(line, "%31s %d", name, &count) != 2 || count < 1)
        fail("a line of the input must be a row's name and a count");
    runRow(data, name, count);
}

static void readLine(Floor *floor)
{
    g_data_input_stream_read_line_async(floor->input, G_PRIORITY_DEFAULT, NULL, lineRead, floor);
}

// MARK: Start

static void processEnded(WebKitWebView *view, WebKitWebProcessTerminationReason reason, gpointer data)
{
    (void)view, (void)reason, (void)data;
    fail("the web process ended");
}

static void windowClosed(GtkWidget *window, gpointer data)
{
    (void)window, (void)data;
    exit(0);
}

int main(int argumentCount, char **arguments)
{
    if (argumentCount != 2)
        fail("usage: floor PAGE");
    if (!gtk_init_check())
        fail("there is no display; run it by script/bench");
    g_autofree char *page = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(arguments[1], &page, NULL, &error))
        fail(error->message);

    g_autoptr(WebKitUserContentManager) manager = webkit_user_content_manager_new();
    g_autoptr(WebKitNetworkSession) session = webkit_network_session_new_ephemeral();
    Floor floor = { 0 };
    floor.view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", manager, "network-session", session, NULL);
    g_autoptr(GInputStream) input = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    floor.input = g_data_input_stream_new(input);
    g_signal_connect(manager, "script-message-with-reply-received::echo", G_CALLBACK(echo), NULL);
    g_signal_connect(manager, "script-message-received::result", G_CALLBACK(told), &floor);
    g_signal_connect(floor.view, "web-process-terminated", G_CALLBACK(processEnded), NULL);
    if (!webkit_user_content_manager_register_script_message_handler_with_reply(manager, "echo", NULL) ||
        !webkit_user_content_manager_register_script_message_handler(manager, "result", NULL))
        fail("the message handlers could not be registered");
    registerScheme(floor.view);

    GtkWidget *window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 800, 600);
    gtk_window_set_child(GTK_WINDOW(window), GTK_WIDGET(floor.view));
    g_signal_connect(window, "destroy", G_CALLBACK(windowClosed), NULL);
    gtk_window_present(GTK_WINDOW(window));
    webkit_web_view_load_html(floor.view, page, "https://bench.example/floor");

    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    g_main_loop_run(loop);
}

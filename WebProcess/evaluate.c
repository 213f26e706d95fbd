// Scripts that the host runs in a chosen frame and world.

#include "module.h"

#include <math.h>
#include <string.h>

// A script that runs, or whose promise has not settled. It is answered once: by its result, by the end of its
// document, or by the garbage collector when nothing can settle its promise any more.
struct Evaluation {
    gatomicrefcount references;
    WebKitUserMessage *message; // NULL once answered
    Frame *frame;
    guint64 document;
    char *sourceURI;
    guint32 prefixLength; // columns before the body's first line
};

guint64 evaluationDocument(const Evaluation *evaluation)
{
    return evaluation->document;
}

static Evaluation *evaluationRetain(Evaluation *evaluation)
{
    g_atomic_ref_count_inc(&evaluation->references);
    return evaluation;
}

void evaluationRelease(Evaluation *evaluation)
{
    if (!g_atomic_ref_count_dec(&evaluation->references))
        return;
    g_clear_object(&evaluation->message);
    frameRelease(evaluation->frame);
    g_free(evaluation->sourceURI);
    g_free(evaluation);
}

// MARK: Answers

static void answer(Evaluation *evaluation, const char *name, GVariant *parameters)
{
    if (!evaluation->message) {
        g_variant_unref(g_variant_ref_sink(parameters));
        return;
    }
    g_autoptr(WebKitUserMessage) message = g_steal_pointer(&evaluation->message);
    webkit_user_message_send_reply(message, webkit_user_message_new(name, parameters));
    // The list may hold the last reference to the evaluation, and that the last one to the frame.
    Frame *frame = frameRetain(evaluation->frame);
    g_ptr_array_remove_fast(frame->evaluations, evaluation);
    frameRelease(frame);
}

static void answerException(Evaluation *evaluation, const char *message)
{
    answer(evaluation, "exception", g_variant_new("(ssuus)", message, "", 0, 0, ""));
}

void evaluationFrameGone(Evaluation *evaluation)
{
    answer(evaluation, "no-frame", g_variant_new("()"));
}

static gboolean answerUnreachable(gpointer data)
{
    answerException(data, "Completion handler for function call is no longer reachable");
    return G_SOURCE_REMOVE;
}

// The garbage collector calls this: messages wait for the main loop, and so does the last release.
static void doneCollected(gpointer data)
{
    g_idle_add_full(G_PRIORITY_DEFAULT, answerUnreachable, data, (GDestroyNotify)evaluationRelease);
}

// Takes text of JavaScript, which may have lone surrogates, and gives what a message can hold.
static char *validText(char *text)
{
    if (text && g_utf8_validate(text, -1, NULL))
        return text;
    char *valid = g_utf8_make_valid(text ? text : "", -1);
    g_free(text);
    return valid;
}

static char *textArgument(GPtrArray *arguments, guint index)
{
    JSCValue *value = index < arguments->len ? arguments->pdata[index] : NULL;
    return validText(value && jsc_value_is_string(value) ? jsc_value_to_string(value) : NULL);
}

static guint32 numberArgument(GPtrArray *arguments, guint index)
{
    JSCValue *value = index < arguments->len ? arguments->pdata[index] : NULL;
    double number = value && jsc_value_is_number(value) ? jsc_value_to_double(value) : 0;
    return number >= 1 && number <= G_MAXUINT32 ? (guint32)number : 0;
}

// Called by the kit: ('value', text), ('unsupported', text) or ('exception', message, url, line, column, stack).
static void done(GPtrArray *arguments, gpointer data)
{
    Evaluation *evaluation = data;
    g_autofree char *kind = textArgument(arguments, 0);
    g_autofree char *text = textArgument(arguments, 1);
    if (!g_str_equal(kind, "exception")) {
        answer(evaluation, g_str_equal(kind, "value") ? "value" : "unsupported", g_variant_new("(s)", text));
        return;
    }
    g_autofree char *url = textArgument(arguments, 2);
    g_autofree char *stack = textArgument(arguments, 5);
    guint32 line = numberArgument(arguments, 3);
    guint32 column = numberArgument(arguments, 4);
    if (line == 1 && column > evaluation->prefixLength && g_str_equal(url, evaluation->sourceURI))
        column -= evaluation->prefixLength;
    answer(evaluation, "exception", g_variant_new("(ssuus)", text, url, line, column, stack));
}

// MARK: Running

static JSCValue *makeDone(JSCContext *context, Evaluation *evaluation)
{
    return jsc_value_new_function_variadic(context, NULL, G_CALLBACK(done), evaluationRetain(evaluation),
                                           doneCollected, G_TYPE_NONE);
}

static void runKit(JSCValue *kit, const char *method, JSCValue *value, const char *text, JSCValue *doneFunction)
{
    JSCContext *context = jsc_value_get_context(kit);
    g_autoptr(JSCValue) result =
        text ? jsc_value_object_invoke_method(kit, method, JSC_TYPE_VALUE, value, G_TYPE_STRING, text, JSC_TYPE_VALUE,
                                              doneFunction, G_TYPE_NONE)
             : jsc_value_object_invoke_method(kit, method, JSC_TYPE_VALUE, value, JSC_TYPE_VALUE, doneFunction,
                                              G_TYPE_NONE);
    jsc_context_clear_exception(context);
}

// Lets a script catch an exception. An altered window may keep the function and call it later, when nothing is left to
// throw.
typedef struct {
    JSCException *exception;
} Thrown;

static void throwAgain(gpointer data)
{
    Thrown *thrown = data;
    if (thrown->exception)
        jsc_context_throw_exception(jsc_context_get_current(), thrown->exception);
}

static void reportThrown(JSCValue *kit, JSCException *exception, JSCValue *doneFunction)
{
    Thrown *thrown = g_new0(Thrown, 1);
    thrown->exception = exception;
    g_autoptr(JSCValue) thrower = jsc_value_new_function(jsc_value_get_context(kit), NULL, G_CALLBACK(throwAgain),
                                                         thrown, g_free, G_TYPE_NONE, 0);
    runKit(kit, "reportThrown", thrower, NULL, doneFunction);
    thrown->exception = NULL;
}

// The host checks names; what it lets through and is no parameter list is a SyntaxError here.
static GBytes *functionSource(GVariant *source, char **names, guint32 *prefixLength)
{
    g_autoptr(GString) text = g_string_new("(async function(");
    g_autofree char *list = g_strjoinv(",", names);
    g_string_append(text, list);
    g_string_append(text, "){");
    *prefixLength = (guint32)g_utf8_strlen(text->str, -1);
    gsize length;
    const char *bytes = g_variant_get_fixed_array(source, &length, 1);
    g_string_append_len(text, bytes, (gssize)length);
    g_string_append(text, "\n})");
    return g_string_free_to_bytes(g_steal_pointer(&text));
}

static void run(Evaluation *evaluation, JSCContext *context, JSCValue *kit, GVariant *parameters)
{
    g_autoptr(GVariant) source = g_variant_get_child_value(parameters, 3);
    g_autoptr(GBytes) code = NULL;
    gboolean isFunction;
    g_autofree const char **names = NULL;
    const char *arguments;
    g_variant_get_child(parameters, 4, "b", &isFunction);
    g_variant_get_child(parameters, 5, "^a&s", &names);
    g_variant_get_child(parameters, 6, "&s", &arguments);
    code = isFunction ? functionSource(source, (char **)names, &evaluation->prefixLength)
                      : g_variant_get_data_as_bytes(source);

    gsize length;
    const char *text = g_bytes_get_data(code, &length);
    g_autoptr(JSCValue) doneFunction = makeDone(context, evaluation);
    // A NULL text is a length of zero.
    g_autoptr(JSCValue) value = jsc_context_evaluate_with_source_uri(context, text ? text : "", (gssize)length,
                                                                     evaluation->sourceURI, 1);
    g_autoptr(JSCException) exception = jsc_context_get_exception(context);
    if (exception) {
        g_object_ref(exception);
        jsc_context_clear_exception(context);
        reportThrown(kit, exception, doneFunction);
        // The engine does not throw null and undefined again.
        if (evaluation->message) {
            g_autofree char *words = validText(jsc_exception_to_string(exception));
            answerException(evaluation, words);
        }
    } else {
        runKit(kit, isFunction ? "call" : "reportValue", value, isFunction ? arguments : NULL, doneFunction);
    }
}

void evaluateMessage(WebKitWebPage *page, WebKitUserMessage *message)
{
    GVariant *parameters = webkit_user_message_get_parameters(message);
    if (!parameters || !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(tssaybass)"))) {
        g_warning("Gawa: an evaluation has the wrong shape");
        webkit_user_message_send_reply(message, webkit_user_message_new("no-frame", g_variant_new("()")));
        return;
    }
    guint64 identifier;
    const char *worldName;
    const char *sourceURI;
    g_variant_get_child(parameters, 0, "t", &identifier);
    g_variant_get_child(parameters, 1, "&s", &worldName);
    g_variant_get_child(parameters, 2, "&s", &sourceURI);

    Frame *found = framesFind(identifier);
    g_autoptr(Frame) frame = found ? frameRetain(found) : NULL;
    g_autoptr(WebKitWebPage) owner = frame ? g_weak_ref_get(&frame->page) : NULL;
    World *world = stateWorld(worldName);
    g_autoptr(JSCContext) context =
        frame && owner == page ? webkit_frame_get_js_context_for_script_world(frame->frame, world->world) : NULL;
    g_autoptr(Realm) realm = context ? realmInContext(frame, world, context) : NULL;
    g_autoptr(JSCValue) kit = realm ? realmKit(realm) : NULL;
    if (!kit) {
        webkit_user_message_send_reply(message, webkit_user_message_new("no-frame", g_variant_new("()")));
        return;
    }

    Evaluation *evaluation = g_new0(Evaluation, 1);
    g_atomic_ref_count_init(&evaluation->references);
    evaluation->message = g_object_ref(message);
    evaluation->frame = frameRetain(frame);
    evaluation->document = realm->document;
    evaluation->sourceURI = g_strdup(sourceURI);
    g_ptr_array_add(frame->evaluations, evaluationRetain(evaluation));
    run(evaluation, context, kit, parameters);
    evaluationRelease(evaluation);
}

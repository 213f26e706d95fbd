// What a frame shows, read where no page can reach: in a script world of the module's own.
//
// A parent can alter a window before the module's scripts run in it (a frame that was sandboxed at first, a set-up that
// ran out of stack), so nothing that the page's world says is taken for a fact.

#include "module.h"

#include <string.h>

static WebKitScriptWorld *factsWorld;
static guint64 lastDocument;

// Gives each document of the window a number, and 0 when no view shows it any more. The window of a frame's first,
// empty document may be reused by the next.
// The attributes are read by their getters: a document's own elements shadow its attributes by name, in every world.
static const char lookSource[] =
    "(() => {"
    "    const getter = name => Object.getOwnPropertyDescriptor(Document.prototype, name).get;"
    "    const view = getter('defaultView'), url = getter('URL');"
    "    let known, number = 0;"
    "    return next => {"
    "        if (known !== document) { known = document; number = next; }"
    "        return `${view.call(document) ? number : 0}\\n${origin}\\n${url.call(document)}`;"
    "    };"
    "})()";

void factsStart(void)
{
    factsWorld = webkit_script_world_new();
}

void factsClear(Facts *facts)
{
    g_clear_pointer(&facts->origin, g_free);
    g_clear_pointer(&facts->url, g_free);
}

static JSCValue *lookFunction(JSCContext *context)
{
    JSCValue *look = jsc_context_get_value(context, "look");
    if (look && jsc_value_is_function(look))
        return look;
    g_clear_object(&look);
    look = jsc_context_evaluate_with_source_uri(context, lookSource, -1, "gawa:facts.c", 1);
    if (look && jsc_value_is_function(look))
        jsc_context_set_value(context, "look", look);
    return look;
}

Facts factsOf(WebKitFrame *frame)
{
    Facts facts = { 0, NULL, NULL };
    g_autoptr(JSCContext) context = frame ? webkit_frame_get_js_context_for_script_world(frame, factsWorld) : NULL;
    g_autoptr(JSCValue) look = context ? lookFunction(context) : NULL;
    g_autoptr(JSCValue) seen = NULL;
    if (look && jsc_value_is_function(look))
        seen = jsc_value_function_call(look, G_TYPE_DOUBLE, (double)++lastDocument, G_TYPE_NONE);
    g_autofree char *text = seen && jsc_value_is_string(seen) ? jsc_value_to_string(seen) : NULL;
    g_auto(GStrv) parts = text ? g_strsplit(text, "\n", 3) : NULL;
    if (parts && g_strv_length(parts) == 3) {
        facts.document = g_ascii_strtoull(parts[0], NULL, 10);
        facts.origin = g_strdup(parts[1]);
        facts.url = g_strdup(parts[2]);
    } else {
        // A stack that ran out, most likely: an opaque origin has no rights.
        facts.origin = g_strdup("null");
        facts.url = g_strdup("");
    }
    if (context)
        jsc_context_clear_exception(context);
    return facts;
}

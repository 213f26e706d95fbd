// The worlds and handlers that the host has named. The host sends the whole state each time; what differs from the
// state before is applied to every live document.

#include "module.h"

static GHashTable *worlds; // name → World

Handler *handlerRetain(Handler *handler)
{
    g_atomic_ref_count_inc(&handler->references);
    return handler;
}

void handlerRelease(Handler *handler)
{
    if (!g_atomic_ref_count_dec(&handler->references))
        return;
    g_free(handler->name);
    g_free(handler);
}

static void windowObjectCleared(WebKitScriptWorld *scriptWorld, WebKitWebPage *page, WebKitFrame *frame, gpointer world)
{
    (void)scriptWorld;
    framesWindowCleared(world, page, frame);
}

static World *worldAdd(const char *name, WebKitScriptWorld *scriptWorld)
{
    World *world = g_new0(World, 1);
    world->name = g_strdup(name);
    world->world = scriptWorld;
    world->handlers = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)handlerRelease);
    g_hash_table_insert(worlds, world->name, world);
    g_signal_connect(scriptWorld, "window-object-cleared", G_CALLBACK(windowObjectCleared), world);
    return world;
}

// A world that nobody has named yet is made, and makes its windows known in every live frame.
World *stateWorld(const char *name)
{
    World *world = g_hash_table_lookup(worlds, name);
    return world ? world : worldAdd(name, webkit_script_world_new_with_name(name));
}

void stateStart(void)
{
    worlds = g_hash_table_new(g_str_hash, g_str_equal);
    worldAdd("", webkit_script_world_get_default());
}

static gboolean isWanted(GVariant *handlers, const Handler *handler)
{
    GVariantIter iterator;
    const char *world;
    const char *name;
    guint64 registration;
    g_variant_iter_init(&iterator, handlers);
    while (g_variant_iter_next(&iterator, "(&s&sbt)", &world, &name, NULL, &registration)) {
        if (g_str_equal(world, handler->world->name) && g_str_equal(name, handler->name))
            return registration == handler->registration;
    }
    return FALSE;
}

static void removeUnwantedHandlers(World *world, GVariant *wanted)
{
    // Taken out of the table first: telling the windows may run code of a page.
    g_autoptr(GPtrArray) removed = g_ptr_array_new_with_free_func((GDestroyNotify)handlerRelease);
    GHashTableIter iterator;
    gpointer value;
    g_hash_table_iter_init(&iterator, world->handlers);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        Handler *handler = value;
        if (isWanted(wanted, handler))
            continue;
        handler->isRemoved = TRUE;
        g_ptr_array_add(removed, handlerRetain(handler));
        g_hash_table_iter_remove(&iterator);
    }
    for (guint index = 0; index < removed->len; ++index)
        framesHandlerChanged(removed->pdata[index]);
}

static void addHandler(World *world, const char *name, gboolean hasLanes, guint64 registration)
{
    if (g_hash_table_contains(world->handlers, name))
        return;
    Handler *handler = g_new0(Handler, 1);
    g_atomic_ref_count_init(&handler->references);
    handler->world = world;
    handler->name = g_strdup(name);
    handler->hasLanes = hasLanes;
    handler->registration = registration;
    g_hash_table_insert(world->handlers, handler->name, handler);
    framesHandlerChanged(handler);
}

void stateApply(GVariant *state)
{
    if (!state || !g_variant_is_of_type(state, G_VARIANT_TYPE("(asa(ssbt)asb)"))) {
        g_warning("Gawa: the state has the wrong shape");
        return;
    }
    g_autoptr(GVariant) names = g_variant_get_child_value(state, 0);
    g_autoptr(GVariant) handlers = g_variant_get_child_value(state, 1);
    g_autoptr(GVariant) files = g_variant_get_child_value(state, 2);
    g_autoptr(GVariant) natives = g_variant_get_child_value(state, 3);
    filesApply(files);
    nativesApply(g_variant_get_boolean(natives));
    g_autoptr(GPtrArray) newWorlds = g_ptr_array_new();
    GVariantIter iterator;
    const char *worldName;
    const char *name;
    gboolean hasLanes;
    guint64 registration;

    g_variant_iter_init(&iterator, names);
    while (g_variant_iter_next(&iterator, "&s", &worldName)) {
        if (!g_hash_table_contains(worlds, worldName))
            g_ptr_array_add(newWorlds, stateWorld(worldName));
    }

    GHashTableIter all;
    gpointer world;
    g_hash_table_iter_init(&all, worlds);
    while (g_hash_table_iter_next(&all, NULL, &world))
        removeUnwantedHandlers(world, handlers);

    g_variant_iter_init(&iterator, handlers);
    while (g_variant_iter_next(&iterator, "(&s&sbt)", &worldName, &name, &hasLanes, &registration)) {
        World *owner = g_hash_table_lookup(worlds, worldName);
        if (owner)
            addHandler(owner, name, hasLanes, registration);
        else
            g_warning("Gawa: the handler '%s' is for the world '%s', which was not named", name, worldName);
    }

    // A window that is made now has its handlers from the start.
    for (guint index = 0; index < newWorlds->len; ++index)
        framesTouch(newWorlds->pdata[index]);
}

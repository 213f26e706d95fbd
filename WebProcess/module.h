// The module that every web process of ours loads. See Documentation/Design/web-process-module.md.
#pragma once

#include <webkit/webkit-web-process-extension.h>

// MARK: The end of the host (lifeline.c)

void lifelineStart(void);

// MARK: State: worlds and handlers (state.c)

typedef struct World World;
typedef struct Handler Handler;

// A script world. Never freed: a world that is dropped would not report new windows.
struct World {
    char *name;             // the engine's name, empty for the page world
    WebKitScriptWorld *world;
    GHashTable *handlers;   // name → Handler
};

// One registration of a handler. A handler that is removed and added again is another registration.
struct Handler {
    gatomicrefcount references;
    World *world;
    char *name;
    guint64 registration; // the host's number of it
    gboolean hasLanes;
    gboolean isRemoved;
};

void stateStart(void);
void stateApply(GVariant *state);
World *stateWorld(const char *name);

Handler *handlerRetain(Handler *handler);
void handlerRelease(Handler *handler);

// MARK: Facts of a frame's document (facts.c)

typedef struct {
    guint64 document; // a number that no other document has; 0 when it is not shown, or the frame told nothing
    char *origin;     // as `self.origin` writes it, `null` when opaque
    char *url;
} Facts;

void factsStart(void);
Facts factsOf(WebKitFrame *frame);
void factsClear(Facts *facts);

// MARK: Frames and their windows (frames.c)

typedef struct Frame Frame;
typedef struct Realm Realm;
typedef struct Evaluation Evaluation;
typedef struct Lane Lane;

// A frame of a page. `frame` is NULL once it has gone; what scripts keep of it may live on.
struct Frame {
    gatomicrefcount references;
    guint64 id;
    WebKitFrame *frame;     // weak
    GWeakRef page;
    guint64 document;       // of the newest document
    GPtrArray *realms;      // owned
    GPtrArray *evaluations; // owned, unanswered
    GPtrArray *lanes;       // owned, open
};

// One window object: a frame's global object in one world. The kit (see bootstrap.js) belongs to the window and is
// held weakly, so that nothing here keeps a window alive.
struct Realm {
    gatomicrefcount references;
    Frame *frame;
    World *world;
    guint64 document;
    JSCWeakValue *kit;      // NULL once the frame has gone
};

void framesStart(void);
void framesWindowCleared(World *world, WebKitWebPage *page, WebKitFrame *frame);
void framesTouch(World *world);
void framesHandlerChanged(Handler *handler);
Frame *framesFind(guint64 identifier);

Frame *frameRetain(Frame *frame);
void frameRelease(Frame *frame);

Realm *realmRetain(Realm *realm);
void realmRelease(Realm *realm);
// Gives a reference away.
Realm *realmInContext(Frame *frame, World *world, JSCContext *context);
JSCValue *realmKit(Realm *realm);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Frame, frameRelease)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Realm, realmRelease)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Facts, factsClear)

// MARK: Files that pages may read (files.c)

void filesApply(GVariant *paths);
void filesWatch(WebKitWebPage *page);

// MARK: The host `native` (natives.c)

void nativesApply(gboolean maps);
void nativesWatch(WebKitWebPage *page);

// MARK: Messages to the host (messages.c)

JSCValue *messagesSender(JSCContext *context, Realm *realm, Handler *handler);

// MARK: The fast lane (lanes.c)

// The function that opens lanes to a handler; `undefined` for one that has none.
JSCValue *lanesOpener(JSCContext *context, Realm *realm, Handler *handler);
void lanesCloseOfOtherDocuments(Frame *frame, guint64 document);
void lanesCloseOfHandler(Frame *frame, Handler *handler);
void laneRelease(Lane *lane);

// MARK: Who shows a dialog (dialogs.c)

JSCValue *dialogsAnnouncer(JSCContext *context, Realm *realm);

// MARK: Evaluation in a chosen frame (evaluate.c)

void evaluateMessage(WebKitWebPage *page, WebKitUserMessage *message);
void evaluationFrameGone(Evaluation *evaluation);
guint64 evaluationDocument(const Evaluation *evaluation);
void evaluationRelease(Evaluation *evaluation);

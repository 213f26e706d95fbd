// A host in C for the tests of the web-process module: a view, two origins, and what the module sent.
#pragma once

#include <libsoup/soup.h>
#include <webkit/webkit.h>

typedef struct {
    guint64 frame;
    gboolean isMainFrame;
    guint64 document;
    char *url;
    char *origin;
    char *world;
    char *handler;
    char *body;
} Post;

typedef enum { replyEcho, replyReject, replyNamedReject, replyNothing, replyNever, replyMalformed } Reply;

typedef struct {
    WebKitWebContext *context;
    WebKitNetworkSession *session;
    WebKitWebView *view;
    GPtrArray *posts;   // Post
    GPtrArray *kept;    // messages that are never answered
    GHashTable *pages;  // path → HTML
    char *first;        // http://127.0.0.1:port
    char *second;       // http://localhost:port, another origin
    gboolean isLoading;
    guint crashes;
} Host;

Host *hostNew(const char *moduleDirectory, GVariant *state);
WebKitWebView *hostNewView(Host *host);
void hostFree(Host *host);

void hostServe(Host *host, const char *path, const char *html);
void hostLoad(Host *host, const char *url);          // waits
void hostLoadPage(Host *host, const char *html);     // served by the first origin
void hostGoBack(Host *host);                          // waits
void hostSendState(Host *host, GVariant *state);     // and waits until it has arrived
void hostClearPosts(Host *host);
void hostPing(Host *host);
void hostWait(gboolean (*isDone)(gpointer data), gpointer data, const char *what);
void hostWaitForPosts(Host *host, guint count);
void hostSpin(guint milliseconds);
Post *hostPost(Host *host, const char *body);        // the post with this body, or NULL

// The body of an async function, run by the engine in the main frame. Returns the result as JSON, or `!` and the error.
char *hostCall(Host *host, const char *world, const char *body);

// `evaluate`, as one string: the name of the answer and its parts, with ` | ` between them.
char *hostEvaluate(Host *host, guint64 frame, const char *world, const char *source, gboolean isFunction,
                   const char *const *names, const char *arguments);
void hostEvaluateStart(Host *host, guint64 frame, const char *world, const char *source, gboolean isFunction,
                       char **answer);

GVariant *stateOf(const char *const *worlds, const char *const *handlers); // "world/name"; "lane…" has lanes

#define EXPECT(condition) expectThat((condition), #condition, __FILE__, __LINE__)
#define EXPECT_TEXT(actual, wanted) expectText((actual), (wanted), #actual, __FILE__, __LINE__)
void expectThat(gboolean condition, const char *text, const char *file, int line);
void expectText(char *actual, const char *wanted, const char *text, const char *file, int line); // frees `actual`
extern guint failures;

// What a page gets from its handler objects, and how they come and go.

#include "tests.h"

// MARK: Answers

void everyAnswer(Host *host)
{
    hostLoadPage(host, "<p>");
    EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.echo.postMessage({a: [1, null, 'x']})"),
                "{\"a\":[1,null,\"x\"]}");
    EXPECT_TEXT(hostCall(host, NULL, "return typeof await webkit.messageHandlers.echo.postMessage(undefined)"),
                "\"undefined\"");
    EXPECT_TEXT(hostCall(host, NULL, "return await webkit.messageHandlers.echo.postMessage(new Date(5)) instanceof Date"),
                "true");
    static const char catching[] = ".catch(e => [e instanceof Error, e instanceof DOMException, e.name, e.message])";
    struct { const char *call; const char *wanted; } cases[] = {
        { "reject.postMessage(1)", "[true,false,\"Error\",\"Rejected!\"]" },
        { "named.postMessage(1)", "[true,true,\"InvalidAccessError\",\"Not here\"]" },
        { "silent.postMessage(1)", "[true,false,\"Error\",\"WKWebView API client did not respond to this postMessage\"]" },
        { "malformed.postMessage(1)", "[true,false,\"Error\",\"WKWebView API client did not respond to this postMessage\"]" },
        { "echo.postMessage()", "[true,false,\"TypeError\",*" },
        { "echo.postMessage(document.body)", "[true,true,\"DataCloneError\",*" },
        { "echo.postMessage(() => 1)", "[true,true,\"DataCloneError\",*" },
        { "echo.postMessage({get a() { throw 1 }})", "[true,true,\"DataCloneError\",*" },
    };
    for (gsize index = 0; index < G_N_ELEMENTS(cases); ++index) {
        g_autofree char *body = g_strconcat("return webkit.messageHandlers.", cases[index].call, catching, NULL);
        g_autofree char *wanted = g_strdup(cases[index].wanted);
        char *actual = hostCall(host, NULL, body);
        EXPECT_TEXT(actual, wanted);
    }
    EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.echo.postMessage('x'.repeat(20e6)).then(t => t.length)"),
                "20000000");
}

// MARK: Handlers that come and go

void handlersComeAndGo(Host *host)
{
    hostServe(host, "/quiet.html", "<p>");
    hostLoadPage(host, "<iframe src='/quiet.html'></iframe><iframe sandbox='allow-scripts' srcdoc='<p>'></iframe>");
    static const char *const more[] = { "/echo", "/late", "/__proto__", "/then", "/constructor", "/toString", "/", "/ö\"'", NULL };
    hostSendState(host, stateOf(worlds, more));
    EXPECT_TEXT(hostCall(host, NULL,
        "const m = webkit.messageHandlers; const keys = Object.keys(m).sort().join(); const out = [keys];"
        "for (const k of Object.keys(m)) out.push(await m[k].postMessage(k) === k);"
        "out.push(frames[0].webkit.messageHandlers.late !== undefined, await frames[0].webkit.messageHandlers.late.postMessage(7));"
        "window.kept = m.late; window.keptEcho = m.echo; return out"),
        "[\",__proto__,constructor,echo,late,then,toString,ö\\\"'\",true,true,true,true,true,true,true,true,true,7]");
    static const char *const fewer[] = { "/echo", NULL };
    hostSendState(host, stateOf(worlds, fewer));
    EXPECT_TEXT(hostCall(host, NULL,
        "const m = webkit.messageHandlers; return [Object.keys(m), m.late === undefined, m.echo === keptEcho,"
        "Object.keys(frames[0].webkit.messageHandlers), await kept.postMessage(1).catch(e => String(e))]"),
        "[[\"echo\"],true,true,[\"echo\"],\"InvalidAccessError: *\"]");
    static const char *const again[] = { "/late", NULL };
    hostSendState(host, stateOf(worlds, again));
    EXPECT_TEXT(hostCall(host, NULL, "return [await webkit.messageHandlers.late.postMessage(2), kept === webkit.messageHandlers.late,"
        "await kept.postMessage(1).catch(e => e.name)]"), "[2,false,\"InvalidAccessError\"]");
    hostSendState(host, stateOf(worlds, NULL));
    EXPECT_TEXT(hostCall(host, NULL, "return ['webkit' in window, 'webkit' in frames[0], Object.keys(window).includes('__webkitDecodeArguments'), typeof __webkitDecodeArguments]"),
        "[false,false,false,\"function\"]");
    EXPECT_TEXT(hostCall(host, NULL, "window.webkit = 5; return webkit"), "5");
    hostSendState(host, usualState());
    EXPECT_TEXT(hostCall(host, NULL, "const a = webkit; delete window.webkit; return a"), "5");
    hostSendState(host, stateOf(worlds, NULL));
    hostSendState(host, usualState());
    EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.echo.postMessage(3)"), "3");
}

void worldsAreApart(Host *host)
{
    hostLoadPage(host, "<p>");
    EXPECT_TEXT(hostCall(host, "world-X", "return [await webkit.messageHandlers.only.postMessage('x'), Object.keys(webkit.messageHandlers)]"),
                "[\"x\",[*]]");
    EXPECT_TEXT(g_strdup(((Post *)host->posts->pdata[0])->world), "world-X");
    EXPECT_TEXT(hostCall(host, NULL, "return 'only' in webkit.messageHandlers"), "false");
    EXPECT_TEXT(hostCall(host, "gawa-default-client", "return ['webkit' in window, typeof __webkitDecodeArguments]"), "[false,\"function\"]");
    hostClearPosts(host);
    EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.echo.postMessage('page')"), "\"page\"");
    EXPECT_TEXT(hostCall(host, "world-X", "return webkit.messageHandlers.echo.postMessage('world')"), "\"world\"");
    Post *page = hostPost(host, "'page");
    Post *world = hostPost(host, "'world");
    EXPECT(page->document == world->document && page->frame == world->frame);
    // A world that is named later reaches the documents that are there.
    static const char *const later[] = { "world-X", "gawa-default-client", "world-Y", NULL };
    static const char *const laterHandlers[] = { "/echo", "world-X/echo", "world-Y/y", NULL };
    hostSendState(host, stateOf(later, laterHandlers));
    EXPECT_TEXT(hostCall(host, "world-Y", "return webkit.messageHandlers.y.postMessage('y')"), "\"y\"");
    EXPECT(hostPost(host, "'y") && hostPost(host, "'y")->document == page->document);
    hostSendState(host, usualState());
}

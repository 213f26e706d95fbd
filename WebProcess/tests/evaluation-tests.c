// Scripts that the host runs in a chosen frame.

#include "tests.h"

static guint64 childFrame(Host *host, const char *child)
{
    hostServe(host, "/evaluated.csp.html", child);
    hostLoadPage(host, "<iframe src='$SECOND/evaluated.csp.html'></iframe>");
    hostWaitForPosts(host, 1);
    return ((Post *)host->posts->pdata[0])->frame;
}

void evaluationInAFrame(Host *host)
{
    guint64 frame = childFrame(host, "<script>webkit.messageHandlers.echo.postMessage('child')</script>");
    struct { const char *source; gboolean isFunction; const char *wanted; } cases[] = {
        { "location.pathname", FALSE, "value | '/evaluated.csp.html" },
        { "if (true) { 'last' }", FALSE, "value | 'last" },
        { "", FALSE, "value | undefined" },
        { "Promise.resolve(1)", FALSE, "unsupported | *" },
        { "document.body", FALSE, "unsupported | *" },
        { "let once = 1; this === window", FALSE, "value | true" },
        { "once", FALSE, "value | 1" },
        { "let once = 1", FALSE, "exception | SyntaxError: *once* | * | * | * | *" },
        { "1 +", FALSE, "exception | SyntaxError: * | test:source | 1 | *" },
        { "\n  nosuch()", FALSE, "exception | ReferenceError: Can't find variable: nosuch | test:source | 2 | 9 | *" },
        { "throw 'a\\ud800b'", FALSE, "exception | * |  | 0 | 0 | " },
        { "throw 'a\\0b'", FALSE, "exception | * |  | 0 | 0 | " },
        { "'a\\ud800b\\0'", FALSE, "value | \"*\"" },
        { "throw 'text'", FALSE, "exception | text |  | 0 | 0 | " },
        { "throw null", FALSE, "exception | null |  | 0 | 0 | " },
        { "throw Symbol('s')", FALSE, "exception | * |  | 0 | 0 | " },
        { "throw {toString() { throw 1 }}", FALSE, "exception | * |  | 0 | 0 | " },
        { "throw Object.create(null)", FALSE, "exception | * |  | 0 | 0 | " },
        { "throw {message: 'm', line: 7, toString: () => 'obj'}", FALSE, "exception | obj |  | 7 | 0 | " },
        { "return 1", FALSE, "exception | SyntaxError: * | test:source | 1 | *" },
        { "return 2 ** 53", TRUE, "value | 9007199254740992" },
        { "return // comment", TRUE, "value | undefined" },
        { "return null", TRUE, "value | null" },
        { "return this === window && arguments.length", TRUE, "value | 0" },
        { "return new Promise(r => setTimeout(() => r('later'), 10))", TRUE, "value | 'later" },
        { "return {then(r) { r('thenable') }}", TRUE, "value | 'thenable" },
        { "return await fetch('/nosuch').then(r => r.status)", TRUE, "value | 404" },
        { "nosuch()", TRUE, "exception | ReferenceError: * | test:source | 1 | 7 | *" },
        { "\n\n  throw new TypeError('third')", TRUE, "exception | TypeError: third | test:source | 3 | * | *" },
        { "await 0; throw new TypeError('first')", TRUE, "exception | TypeError: first | test:source | 1 | 29 | *" },
        { "return Promise.reject('why')", TRUE, "exception | why |  | 0 | 0 | " },
        { "return Promise.reject()", TRUE, "exception | undefined |  | 0 | 0 | " },
        { "return () => 1", TRUE, "unsupported | *" },
        { "return (", TRUE, "exception | SyntaxError: *" },
        { "Promise.prototype.then = Promise.prototype.constructor = null; Array.prototype.toJSON = () => 'T'; Promise = null; return [1]", TRUE, "value | [1]" },
        { "await 1; return {a: [1]}", TRUE, "value | {\"a\":[1]}" },
        { "const x = document.createElement('a'); x.then = 1; return (function f() { return f() })()", TRUE, "exception | RangeError: *" },
    };
    for (gsize index = 0; index < G_N_ELEMENTS(cases); ++index)
        expectText(hostEvaluate(host, frame, "", cases[index].source, cases[index].isFunction, NULL, "[]"),
                   cases[index].wanted, cases[index].source, __FILE__, __LINE__);

    const char *const names[] = { "a", "b", NULL };
    EXPECT_TEXT(hostEvaluate(host, frame, "", "a.push(b); return a", TRUE, names, "[[1],{\"x\":null}]"), "value | [1,{\"x\":null}]");
    const char *const bad[] = { "a b", NULL };
    EXPECT_TEXT(hostEvaluate(host, frame, "", "return 1", TRUE, bad, "[1]"), "exception | SyntaxError: *");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "return 1", TRUE, NULL, "[bad"), "exception | *");
    EXPECT_TEXT(hostEvaluate(host, frame, "world-X", "typeof once + typeof webkit.messageHandlers.only", FALSE, NULL, "[]"), "value | 'undefinedobject");
    EXPECT_TEXT(hostEvaluate(host, frame, "world-late", "typeof webkit + typeof __webkitDecodeArguments", FALSE, NULL, "[]"), "value | 'undefinedfunction");
    EXPECT_TEXT(hostEvaluate(host, 123456789, "", "1", FALSE, NULL, "[]"), "no-frame");
    EXPECT_TEXT(hostCall(host, NULL, "const f = document.body.appendChild(document.createElement('iframe')); f.sandbox = ''; f.srcdoc = '<p>'; await new Promise(r => f.onload = r)"), "*");
}

void anEvaluationIsAlwaysAnswered(Host *host)
{
    guint64 frame = childFrame(host, "<script>webkit.messageHandlers.echo.postMessage('child')</script>");
    char *lost = NULL;
    hostEvaluateStart(host, frame, "", "return new Promise(() => {})", TRUE, &lost);
    hostPing(host);
    for (guint attempt = 0; attempt < 30 && !lost; ++attempt) {
        g_free(hostCall(host, NULL, "for (let i = 0; i < 3e5; ++i) window.garbage = {a: [i, {}]}; return 1"));
        webkit_web_context_get_type();
        hostSpin(50);
    }
    EXPECT_TEXT(lost, "exception | Completion handler for function call is no longer reachable | * | 0 | 0 | *");

    char *navigated = NULL;
    hostEvaluateStart(host, frame, "world-X", "return new Promise(r => { window.r = r })", TRUE, &navigated);
    hostPing(host);
    g_free(hostCall(host, NULL, "const f = document.querySelector('iframe'); f.src = '/quiet.html'; await new Promise(r => f.onload = r)"));
    hostWait(isNotNull, &navigated, "navigated");
    EXPECT_TEXT(navigated, "no-frame");

    char *removed = NULL;
    hostEvaluateStart(host, frame, "", "return new Promise(r => { window.r = r })", TRUE, &removed);
    hostPing(host);
    g_free(hostCall(host, NULL, "document.querySelector('iframe').remove()"));
    hostWait(isNotNull, &removed, "removed");
    EXPECT_TEXT(removed, "no-frame");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "1", FALSE, NULL, "[]"), "no-frame");

    frame = childFrame(host, "<script>webkit.messageHandlers.echo.postMessage('child')</script>");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "return location.replace('about:blank'), new Promise(r => { window.r = r })", TRUE, NULL, "[]"), "no-frame");
    frame = childFrame(host, "<script>webkit.messageHandlers.echo.postMessage('child')</script>");
    char *closed = NULL;
    hostEvaluateStart(host, frame, "", "return new Promise(r => { window.r = r })", TRUE, &closed);
    hostLoadPage(host, "<p>");
    hostWait(isNotNull, &closed, "closed");
    EXPECT_TEXT(closed, "no-frame");

    hostLoadPage(host, "<p>");
    frame = childFrame(host, "<script>webkit.messageHandlers.echo.postMessage('child')</script>");
    char *cached = NULL;
    hostEvaluateStart(host, frame, "", "return new Promise(r => { window.r = r })", TRUE, &cached);
    hostGoBack(host);
    hostWait(isNotNull, &cached, "cached");
    EXPECT_TEXT(cached, "no-frame");
}

void argumentsAreDecodedInPlace(Host *host)
{
    hostLoadPage(host, "<p>");
    EXPECT_TEXT(hostCall(host, NULL,
        "const f = async function (a, b, c) { __webkitDecodeArguments(arguments); return [a, b === undefined, c instanceof Date] };"
        "return f('{\"x\":[1]}', 'undefined', '~:@5')"), "[{\"x\":[1]},true,true]");
    EXPECT_TEXT(hostCall(host, NULL,
        "'use strict'; const out = []; for (const v of [undefined, null, 5, 'ab', {length: 1}, ['!']]) try { __webkitDecodeArguments(v); out.push(0) } catch (e) { out.push(e.name) }"
        "try { __webkitDecodeArguments = 1 } catch (e) { out.push(e.name) } return [out, delete Object.prototype.x, Object.getOwnPropertyDescriptor(window, '__webkitDecodeArguments').configurable]"),
        "[[*],true,false]");
}

void aViewWithoutScriptsDoesNoHarm(Host *host)
{
    hostLoadPage(host, "<iframe srcdoc='<p>'></iframe><script>document.title = 'ran'</script>");
    WebKitSettings *settings = webkit_web_view_get_settings(host->view);
    webkit_settings_set_enable_javascript_markup(settings, FALSE);
    hostLoadPage(host, "<iframe srcdoc='<p>'></iframe><script>document.title = 'ran'</script>");
    EXPECT_TEXT(hostCall(host, NULL, "return [document.title, await webkit.messageHandlers.echo.postMessage(1)]"), "[\"\",1]");
    guint64 frame = ((Post *)host->posts->pdata[0])->frame;
    webkit_settings_set_enable_javascript_markup(settings, TRUE);
    webkit_settings_set_enable_javascript(settings, FALSE);
    hostLoadPage(host, "<iframe srcdoc='<p>'></iframe><script>document.title = 'ran'</script>");
    static const char *const more[] = { "/echo", "/late", NULL };
    hostSendState(host, stateOf(worlds, more));
    g_free(hostEvaluate(host, frame, "", "1", FALSE, NULL, "[]"));
    g_free(hostEvaluate(host, frame, "world-X", "return 1", TRUE, NULL, "[]"));
    webkit_settings_set_enable_javascript(settings, TRUE);
    EXPECT_TEXT(hostEvaluate(host, frame, "", "1 + 1", FALSE, NULL, "[]"), "value | 2");
    hostLoadPage(host, "<p>");
    EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.late.postMessage(1)"), "1");
    hostSendState(host, usualState());
}

void aPageThatSpoilsItsHandlersHarmsItself(Host *host)
{
    hostLoadPage(host, "<script>Object.freeze(webkit.messageHandlers); Object.freeze(webkit); Object.defineProperty(window, 'webkit', {configurable: false, writable: false})</script>"
        "<iframe srcdoc='<script>Object.defineProperty(webkit.messageHandlers, `late`, {value: 1, configurable: true})</script>'></iframe>");
    static const char *const more[] = { "/late", "world-X/late", NULL };
    hostSendState(host, stateOf(worlds, more));
    EXPECT_TEXT(hostCall(host, NULL, "return [await webkit.messageHandlers.echo.postMessage(1).catch(e => e.name), 'late' in webkit.messageHandlers, await frames[0].webkit.messageHandlers.late.postMessage(2)]"),
                "[\"InvalidAccessError\",false,2]");
    EXPECT_TEXT(hostCall(host, "world-X", "return webkit.messageHandlers.late.postMessage(2)"), "2");
    hostSendState(host, stateOf(worlds, NULL));
    EXPECT_TEXT(hostCall(host, NULL, "return ['webkit' in window, 'webkit' in frames[0]]"), "[true,false]");
    hostSendState(host, usualState());
}

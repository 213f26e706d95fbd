// Tests of the web-process module without Swift: module-tests MODULE_DIRECTORY [TEST...]

#include "host.h"

#include <unistd.h>

static const char *const worlds[] = { "world-X", "gawa-default-client", NULL };
static const char *const handlers[] = {
    "/echo", "/reject", "/named", "/silent", "/never", "/malformed", "world-X/echo", "world-X/only", NULL
};

static GVariant *usualState(void)
{
    return stateOf(worlds, handlers);
}

static void expectPost(Host *host, const char *body, gboolean isMainFrame, const char *url, const char *origin)
{
    Post *post = hostPost(host, body);
    EXPECT(post != NULL);
    if (!post) {
        g_printerr("    no post %s\n", body);
        return;
    }
    EXPECT(post->isMainFrame == isMainFrame);
    EXPECT_TEXT(g_strdup(post->url), url);
    EXPECT_TEXT(g_strdup(post->origin), origin);
    EXPECT(post->document > 0);
}

// MARK: Who speaks

static void everyKindOfFrame(Host *host)
{
    hostServe(host, "/child.html", "<script>webkit.messageHandlers.echo.postMessage(location.hash)</script>");
    hostLoadPage(host,
        "<script>const p = v => webkit.messageHandlers.echo.postMessage(v); p('main')</script>"
        "<iframe src='/child.html#same'></iframe><iframe src='$SECOND/child.html#cross'></iframe>"
        "<iframe sandbox='allow-scripts' src='/child.html#sandboxed'></iframe>"
        "<iframe sandbox src='/child.html#mute'></iframe>"
        "<iframe srcdoc='<script>webkit.messageHandlers.echo.postMessage(`srcdoc`)</script>'></iframe>"
        "<iframe sandbox='allow-scripts' srcdoc='<script>webkit.messageHandlers.echo.postMessage(`opaque`)</script>'></iframe>"
        "<iframe src='data:text/html,<script>webkit.messageHandlers.echo.postMessage(`data`)</script>'></iframe>"
        "<script>const f = document.body.appendChild(document.createElement('iframe'));"
        "f.contentWindow.webkit.messageHandlers.echo.postMessage('blank');"
        "const b = document.body.appendChild(document.createElement('iframe'));"
        "b.src = URL.createObjectURL(new Blob(['<script>webkit.messageHandlers.echo.postMessage(`blob`)</' + 'script>'], {type:'text/html'}));"
        "window.open('/child.html#popup')</script>");
    hostWaitForPosts(host, 10);
    expectPost(host, "\"main\"", TRUE, "http://127.0.0.1:*/page*.html", host->first);
    expectPost(host, "\"#same\"", FALSE, "http://127.0.0.1:*/child.html#same", host->first);
    expectPost(host, "\"#cross\"", FALSE, "http://localhost:*/child.html#cross", host->second);
    expectPost(host, "\"#sandboxed\"", FALSE, "http://127.0.0.1:*/child.html#sandboxed", "null");
    expectPost(host, "\"srcdoc\"", FALSE, "about:srcdoc", host->first);
    expectPost(host, "\"opaque\"", FALSE, "about:srcdoc", "null");
    expectPost(host, "\"data\"", FALSE, "data:text/html,*", "null");
    expectPost(host, "\"blank\"", FALSE, "about:blank", host->first);
    expectPost(host, "\"blob\"", FALSE, "blob:http://127.0.0.1:*", host->first);
    expectPost(host, "\"#popup\"", TRUE, "http://127.0.0.1:*/child.html#popup", host->first);
    EXPECT(host->posts->len == 10);
    for (guint one = 0; one < host->posts->len; ++one) {
        for (guint other = one + 1; other < host->posts->len; ++other) {
            EXPECT(((Post *)host->posts->pdata[one])->frame != ((Post *)host->posts->pdata[other])->frame);
            EXPECT(((Post *)host->posts->pdata[one])->document != ((Post *)host->posts->pdata[other])->document);
        }
    }
    // The URL is that of the moment, not of the load.
    hostClearPosts(host);
    EXPECT_TEXT(hostCall(host, NULL,
        "history.pushState({}, '', '/pushed'); frames[0].history.replaceState({}, '', '/replaced');"
        "await frames[0].webkit.messageHandlers.echo.postMessage('child'); return webkit.messageHandlers.echo.postMessage('top')"),
        "\"top\"");
    expectPost(host, "\"child\"", FALSE, "http://127.0.0.1:*/replaced", host->first);
    expectPost(host, "\"top\"", TRUE, "http://127.0.0.1:*/pushed", host->first);
}

static void aPageCannotForgeFacts(Host *host)
{
    hostServe(host, "/forger.html",
        "<script>Object.defineProperty(self, 'origin', {value: 'http://trusted'}); const h = webkit.messageHandlers.echo;"
        "h.postMessage('forged')</script>");
    hostLoadPage(host, "<iframe sandbox='allow-scripts' src='/forger.html'></iframe>");
    hostWaitForPosts(host, 1);
    expectPost(host, "\"forged\"", FALSE, "http://127.0.0.1:*/forger.html", "null");
    EXPECT_TEXT(hostCall(host, NULL,
        "const h = webkit.messageHandlers.echo; const p = Object.getPrototypeOf(h); const out = [];"
        "try { new p.constructor(1, () => 0) } catch (e) { out.push(e.message) }"
        "out.push(await p.postMessage.call({}, 1).catch(e => e.name));"
        "out.push(await (0, h.postMessage)(1).catch(e => e.name));"
        "out.push(await p.postMessage.call(webkit.messageHandlers.reject, 1).catch(e => e.message));"
        "out.push(Object.getOwnPropertyNames(h).length, Reflect.ownKeys(p).length);"
        "out.push(String(webkit), String(webkit.messageHandlers), String(h)); return out"),
        "[\"Illegal constructor\",\"TypeError\",\"TypeError\",\"Rejected!\",0,3,\"[object WebKitNamespace]\","
        "\"[object UserMessageHandlersNamespace]\",\"[object UserMessageHandler]\"]");
}

// Named elements shadow a document's attributes, in every world.
static void namedElementsHideNoFacts(Host *host)
{
    hostLoadPage(host, "<img name=URL><img name=defaultView><img name=look id=look><form name=document id=document><input name=URL></form>"
        "<iframe name=origin id=origin></iframe><embed id=Object name=Object><script>webkit.messageHandlers.echo.postMessage(String(document.URL))</script>");
    hostWaitForPosts(host, 1);
    expectPost(host, "\"[object HTMLImageElement]\"", TRUE, "http://127.0.0.1:*/page*.html", host->first);
}

// MARK: Answers

static void everyAnswer(Host *host)
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

static void handlersComeAndGo(Host *host)
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

static void worldsAreApart(Host *host)
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
    Post *page = hostPost(host, "\"page\"");
    Post *world = hostPost(host, "\"world\"");
    EXPECT(page->document == world->document && page->frame == world->frame);
    // A world that is named later reaches the documents that are there.
    static const char *const later[] = { "world-X", "gawa-default-client", "world-Y", NULL };
    static const char *const laterHandlers[] = { "/echo", "world-X/echo", "world-Y/y", NULL };
    hostSendState(host, stateOf(later, laterHandlers));
    EXPECT_TEXT(hostCall(host, "world-Y", "return webkit.messageHandlers.y.postMessage('y')"), "\"y\"");
    EXPECT(hostPost(host, "\"y\"") && hostPost(host, "\"y\"")->document == page->document);
    hostSendState(host, usualState());
}

// MARK: Documents that go

static void aWindowIsReusedAfterItsParentAlteredIt(Host *host)
{
    hostServe(host, "/reused.html",
        "<script>try { webkit.messageHandlers.echo.postMessage(['reused', origin, window.mark]) } catch (e) { parent.failed = String(e) }</script>");
    hostLoadPage(host,
        "<script>const f = document.createElement('iframe'); f.src = '/reused.html'; document.documentElement.append(f);"
        "const w = f.contentWindow; w.mark = 'same window'; window.kept = w.webkit.messageHandlers.echo;"
        "kept.postMessage('before');"
        "for (const n of ['Promise', 'Map', 'JSON', 'Reflect', 'Object', 'DOMException', 'String', 'Error', 'Array', 'Symbol', 'addEventListener', 'document'])"
        "  try { Object.defineProperty(w, n, {value: () => { parent.leak = n }}) } catch {}"
        "w.eval(`Function.prototype.call = Function.prototype.apply = function () { parent.leak = 'call' };`);"
        "Object.defineProperty(w, 'origin', {value: 'http://trusted', configurable: true});"
        "w.webkit = {messageHandlers: {echo: {postMessage: b => { parent.stolen = b }}}};</script>");
    hostWaitForPosts(host, 2);
    Post *before = hostPost(host, "\"before\"");
    EXPECT(before != NULL);
    Post *after = host->posts->pdata[1];
    EXPECT_TEXT(g_strdup(after->body), "[\"reused\",\"http://trusted\",\"same window\"]");
    EXPECT_TEXT(g_strdup(after->origin), host->first);
    EXPECT(before && before->frame == after->frame && before->document != after->document);
    EXPECT_TEXT(hostCall(host, NULL, "return [window.leak, window.stolen, window.failed, await kept.postMessage('kept').catch(String)]"),
                "[null,null,null,\"kept\"]");
    EXPECT(hostPost(host, "\"kept\"") && hostPost(host, "\"kept\"")->document == after->document);
}

static void anObjectKeptFromAnotherDocumentRejects(Host *host)
{
    hostServe(host, "/quiet.html", "<p>");
    hostServe(host, "/speaks.html", "<script>webkit.messageHandlers.echo.postMessage('speaks')</script>");
    hostLoadPage(host, "<iframe src='/quiet.html'></iframe><iframe src='/quiet.html'></iframe><iframe></iframe>");
    static const char *const steps[] = { "'$SECOND/speaks.html'", "'/speaks.html'", NULL };
    for (guint index = 0; steps[index]; ++index) {
        g_autofree char *body = g_strdup_printf(
            "const f = document.querySelectorAll('iframe')[%u]; window.kept = f.contentWindow.webkit.messageHandlers.echo;"
            "await kept.postMessage('early'); f.src = %s; await new Promise(r => f.onload = r);"
            "return kept.postMessage('late').catch(String)", index, steps[index]);
        g_autoptr(GString) text = g_string_new(body);
        g_string_replace(text, "$SECOND", host->second, 0);
        hostClearPosts(host);
        EXPECT_TEXT(hostCall(host, NULL, text->str), "\"InvalidAccessError: Failed same-origin check.\"");
        EXPECT(hostPost(host, "\"early\"") && hostPost(host, "\"speaks\"") && !hostPost(host, "\"late\""));
    }
    // From the initial document to another origin.
    g_autoptr(GString) text = g_string_new(
        "const f = document.querySelectorAll('iframe')[2]; window.kept = f.contentWindow.webkit.messageHandlers.echo;"
        "f.src = '$SECOND/speaks.html'; await new Promise(r => f.onload = r); return kept.postMessage('late').catch(String)");
    g_string_replace(text, "$SECOND", host->second, 0);
    EXPECT_TEXT(hostCall(host, NULL, text->str), "\"InvalidAccessError: Failed same-origin check.\"");
    // Removed frames.
    EXPECT_TEXT(hostCall(host, NULL,
        "const f = document.body.appendChild(document.createElement('iframe')); const h = f.contentWindow.webkit.messageHandlers.echo;"
        "f.remove(); return h.postMessage('late').catch(String)"), "\"InvalidAccessError: Failed same-origin check.\"");
    EXPECT_TEXT(hostCall(host, NULL,
        "const f = document.body.appendChild(document.createElement('iframe')); f.srcdoc = `<script>parent.result = (async () => {"
        "parent.document.querySelector('iframe[srcdoc]').remove(); return webkit.messageHandlers.echo.postMessage('late').catch(String) })()</` + `script>`;"
        "while (!window.result) await new Promise(r => setTimeout(r, 5)); return window.result"),
        "\"InvalidAccessError: Failed same-origin check.\"");
    EXPECT_TEXT(hostCall(host, NULL,
        "const f = document.body.appendChild(document.createElement('iframe')); const h = f.contentWindow.webkit.messageHandlers.echo;"
        "return h.postMessage({get a() { f.remove(); return 1 }}).catch(String)"), "\"InvalidAccessError: Failed same-origin check.\"");
}

static void aPageThatComesBackSpeaksAgain(Host *host)
{
    hostServe(host, "/first.html", "<script>window.mark = 1; window.kept = webkit.messageHandlers.echo</script>");
    hostServe(host, "/second.html", "<p>");
    g_autofree char *first = g_strconcat(host->first, "/first.html", NULL);
    g_autofree char *second = g_strconcat(host->first, "/second.html", NULL);
    hostClearPosts(host);
    hostLoad(host, first);
    EXPECT_TEXT(hostCall(host, NULL, "return kept.postMessage('one')"), "\"one\"");
    hostLoad(host, second);
    EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.echo.postMessage('two')"), "\"two\"");
    hostSendState(host, stateOf(worlds, NULL));
    static const char *const late[] = { "/echo", "/late", NULL };
    hostSendState(host, stateOf(worlds, late));
    // The page in the cache heard of the change, and left its successor's window alone.
    EXPECT_TEXT(hostCall(host, NULL, "return [Object.keys(webkit.messageHandlers).sort(), await webkit.messageHandlers.late.postMessage('current')]"),
                "[[\"echo\",\"late\"],\"current\"]");
    EXPECT(hostPost(host, "\"current\"") && hostPost(host, "\"current\"")->document == hostPost(host, "\"two\"")->document);
    hostGoBack(host);
    EXPECT_TEXT(hostCall(host, NULL,
        "return [window.mark, await webkit.messageHandlers.echo.postMessage('three'), await webkit.messageHandlers.late.postMessage('four')]"),
        "[1,\"three\",\"four\"]");
    EXPECT_TEXT(hostCall(host, NULL, "return kept.postMessage('kept').catch(e => e.name)"), "\"InvalidAccessError\"");
    Post *one = hostPost(host, "\"one\"");
    Post *three = hostPost(host, "\"three\"");
    g_print("    back/forward cache: %s\n", one && three && one->document == three->document ? "kept" : "not used");
    hostSendState(host, usualState());
}

// MARK: Evaluation

static guint64 childFrame(Host *host, const char *child)
{
    hostServe(host, "/evaluated.csp.html", child);
    hostLoadPage(host, "<iframe src='$SECOND/evaluated.csp.html'></iframe>");
    hostWaitForPosts(host, 1);
    return ((Post *)host->posts->pdata[0])->frame;
}

static gboolean isNotNull(gpointer pointer)
{
    return *(gpointer *)pointer != NULL;
}

static void evaluationInAFrame(Host *host)
{
    guint64 frame = childFrame(host, "<script>webkit.messageHandlers.echo.postMessage('child')</script>");
    struct { const char *source; gboolean isFunction; const char *wanted; } cases[] = {
        { "location.pathname", FALSE, "value | \"/evaluated.csp.html\"" },
        { "if (true) { 'last' }", FALSE, "value | \"last\"" },
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
        { "return new Promise(r => setTimeout(() => r('later'), 10))", TRUE, "value | \"later\"" },
        { "return {then(r) { r('thenable') }}", TRUE, "value | \"thenable\"" },
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
    EXPECT_TEXT(hostEvaluate(host, frame, "world-X", "typeof once + typeof webkit.messageHandlers.only", FALSE, NULL, "[]"), "value | \"undefinedobject\"");
    EXPECT_TEXT(hostEvaluate(host, frame, "world-late", "typeof webkit + typeof __webkitDecodeArguments", FALSE, NULL, "[]"), "value | \"undefinedfunction\"");
    EXPECT_TEXT(hostEvaluate(host, 123456789, "", "1", FALSE, NULL, "[]"), "no-frame");
    EXPECT_TEXT(hostCall(host, NULL, "const f = document.body.appendChild(document.createElement('iframe')); f.sandbox = ''; f.srcdoc = '<p>'; await new Promise(r => f.onload = r)"), "*");
}

static void anEvaluationIsAlwaysAnswered(Host *host)
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

static void argumentsAreDecodedInPlace(Host *host)
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

static void aViewWithoutScriptsDoesNoHarm(Host *host)
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

static void aPageThatSpoilsItsHandlersHarmsItself(Host *host)
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

// MARK: Hostile pages

static void aHostilePageBreaksNothing(Host *host)
{
    hostLoadPage(host,
        "<script>const {ownKeys, defineProperty, apply} = Reflect; const h = webkit.messageHandlers.echo; const r = webkit.messageHandlers.reject; const then = Promise.prototype.then; const setTimeoutKept = setTimeout;"
        "window.leaks = 0; const note = function () { ++leaks; throw 1 };"
        "const targets = [Promise, Promise.prototype, Map.prototype, Reflect, Function.prototype, Array.prototype, String.prototype, RegExp.prototype, Symbol.prototype, Date.prototype, JSON, Object, Error, Error.prototype, TypeError.prototype, DOMException.prototype, Document.prototype, EventTarget.prototype, Number.prototype];"
        "const names = ['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'resolve', 'reject', '0', '1', 'length', 'postMessage', 'add', 'remove'];"
        "const globals = ['Promise', 'Map', 'JSON', 'Reflect', 'Object', 'DOMException', 'String', 'Error', 'TypeError', 'Array', 'Symbol'];"
        "const spoil = (o, k) => { try { defineProperty(o, k, {__proto__: null, configurable: true, get: note, set: note}) } catch {} };"
        "const proto = Object.prototype;"
        "for (let i = 0; i < targets.length; ++i) { const keys = ownKeys(targets[i]); for (let j = 0; j < keys.length; ++j) spoil(targets[i], keys[j]) }"
        "for (let i = 0; i < names.length; ++i) spoil(proto, names[i]);"
        "for (let i = 0; i < globals.length; ++i) window[globals[i]] = note;"
        "const p = h.postMessage({a: [1, 2], b: 'x'}); const q = r.postMessage(1);"
        "window.before = leaks;"
        "window.p = p; window.q = q;"
        "defineProperty(p, 'constructor', {__proto__: null, value: undefined}); defineProperty(q, 'constructor', {__proto__: null, value: undefined});"
        "apply(then, p, [v => { window.v = v; }, e => { window.v = 'rejected ' + e }]);"
        "apply(then, q, [v => { window.w = v; }, e => { window.w = e.message }]);"
        "</script>");
    hostWaitForPosts(host, 2);
    hostPing(host);
    EXPECT_TEXT(g_strdup(((Post *)host->posts->pdata[0])->body), "{\"a\":[1,2],\"b\":\"x\"}");
    guint64 frame = ((Post *)host->posts->pdata[0])->frame;
    EXPECT_TEXT(hostEvaluate(host, frame, "", "before", FALSE, NULL, "[]"), "value | 0");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "v", FALSE, NULL, "[]"), "value | {\"a\":[1,2],\"b\":\"x\"}");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "w", FALSE, NULL, "[]"), "value | \"Rejected!\"");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "return 5", TRUE, NULL, "[]"), "value | 5");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "throw 'x'", TRUE, NULL, "[]"), "exception | x | * | 0 | 0 | *");
    static const char *const more[] = { "/echo", "/late", NULL };
    hostSendState(host, stateOf(worlds, more));
    EXPECT_TEXT(hostEvaluate(host, frame, "", "typeof webkit.messageHandlers.late", FALSE, NULL, "[]"), "value | \"object\"");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "leaks", FALSE, NULL, "[]"), "value | *");
    hostSendState(host, usualState());
}

// A frame that runs no scripts at first reports its window only when a parent has altered it: the set-up is then the
// parent's to spoil. It gains nothing that it did not have, and the module's functions bear whatever it does to them.
static void aSpoiltSetUpGainsNothing(Host *host)
{
    hostServe(host, "/quiet.html", "<p>");
    hostLoadPage(host,
        "<body><script>const {freeze} = Object; window.sends = []; window.dones = []; window.throwers = []; window.own = [];"
        "window.spoil = (w, remove) => { const evil = freeze({renew() {}, publish() {}, remove() { if (remove) f.remove() }, resolve(...a) { own.push(a.length) }, reject() {},"
        "  add(name, send) { sends.push([name, send]); if (remove) f.remove() }, call(b, t, d) { dones.push(d) }, reportValue(v, d) { dones.push(d) }, reportThrown(t, d) { throwers.push(t); dones.push(d) } });"
        "  w.Object.freeze = o => o !== null && typeof o === 'object' && o.reportThrown ? evil : freeze(o) };"
        "window.f = document.createElement('iframe'); f.sandbox = 'allow-same-origin'; f.src = '/quiet.html'; document.body.append(f); spoil(f.contentWindow, false);"
        "f.removeAttribute('sandbox'); window.loaded = new Promise(r => f.onload = r)</script>");
    EXPECT_TEXT(hostCall(host, NULL, "await loaded; return sends.length"), "6");
    EXPECT_TEXT(hostCall(host, NULL,
        "const [name, send] = sends.find(s => s[0] === 'echo'); const out = [];"
        "for (const a of [[], [1], [1, 'ok'], [NaN, '\\u0000'], [1, '\\ud800'], [1, 'a\\ud800b'], [{}, {}], [1, Symbol()], [1n, 'x'], [1, {toString() { throw 1 }}]])"
        "  try { out.push(send(...a)) } catch (e) { out.push(e.name) } return out"), "[*]");
    hostPing(host);
    EXPECT_TEXT(g_strdup(((Post *)host->posts->pdata[0])->origin), host->first);
    EXPECT_TEXT(g_strdup(((Post *)host->posts->pdata[0])->url), "*/quiet.html");
    guint64 frame = ((Post *)host->posts->pdata[0])->frame;
    static const char *const sources[] = { "1", "throw 1", "nosuch()" };
    char *answers[G_N_ELEMENTS(sources) + 1] = { NULL };
    for (gsize index = 0; index < G_N_ELEMENTS(sources); ++index)
        hostEvaluateStart(host, frame, "", sources[index], FALSE, &answers[index]);
    hostEvaluateStart(host, frame, "", "return 1", TRUE, &answers[G_N_ELEMENTS(sources)]);
    hostPing(host);
    EXPECT_TEXT(hostCall(host, NULL,
        "const out = []; for (const t of throwers) try { out.push(String(t())) } catch (e) { out.push(e.name) }"
        "for (const d of dones) for (const a of [[Symbol()], ['value', 'a\\ud800b'], [], ['exception', 1, {}, -1, 1e300]]) try { d(...a) } catch (e) { out.push(e.name) } return out"), "[*]");
    for (gsize index = 0; index <= G_N_ELEMENTS(sources); ++index) {
        hostWait(isNotNull, &answers[index], "spoilt evaluation");
        g_clear_pointer(&answers[index], g_free);
    }
    // The frame goes while the module walks its lists.
    for (guint round = 0; round < 3; ++round) {
        EXPECT_TEXT(hostCall(host, NULL,
            "f.remove(); window.f = document.createElement('iframe'); f.sandbox = 'allow-same-origin'; f.src = '/quiet.html'; document.body.append(f); spoil(f.contentWindow, true);"
            "f.removeAttribute('sandbox'); await new Promise(r => { f.onload = r; setTimeout(r, 300) }); return 1"), "1");
        static const char *const more[] = { "/late", NULL };
        hostSendState(host, stateOf(worlds, more));
        hostSendState(host, usualState());
        EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.echo.postMessage(1)"), "1");
    }
}

// Also a deep recursion that leaves no stack for the set-up.
static void aSetUpWithoutStackGainsNothing(Host *host)
{
    hostServe(host, "/speaks.html", "<script>Object.defineProperty(self, 'origin', {value: 'http://trusted'}); webkit.messageHandlers.echo.postMessage('speaks')</script>");
    for (guint margin = 0; margin < 40; ++margin) {
        g_autofree char *html = g_strdup_printf(
            "<body><script>const f = document.createElement('iframe'); f.src = '/speaks.html';"
            "let depth = 0; const measure = () => { ++depth; measure() }; try { measure() } catch {}"
            "const dive = n => { if (n > 0) dive(n - 1); else { document.body.append(f); window.w = f.contentWindow; Object.defineProperty(w, 'origin', {value: 'http://trusted', configurable: true}) } };"
            "for (let i = %u; i < %u; ++i) try { dive(depth - i * 7); break } catch { f.remove() }"
            "if (!f.isConnected) document.body.append(f)</script>", margin * 3, margin * 3 + 200);
        hostLoadPage(host, html);
        hostPing(host);
        for (guint index = 0; index < host->posts->len; ++index)
            EXPECT_TEXT(g_strdup(((Post *)host->posts->pdata[index])->origin), host->first);
    }
}

static void wrongMessagesAreIgnored(Host *host)
{
    hostLoadPage(host, "<p>");
    webkit_web_context_send_message_to_all_extensions(host->context, webkit_user_message_new("state", g_variant_new("(s)", "x")));
    webkit_web_context_send_message_to_all_extensions(host->context, webkit_user_message_new("state", NULL));
    webkit_web_context_send_message_to_all_extensions(host->context, webkit_user_message_new("nonsense", NULL));
    webkit_web_view_send_message_to_page(host->view, webkit_user_message_new("evaluate", NULL), NULL, NULL, NULL);
    webkit_web_view_send_message_to_page(host->view, webkit_user_message_new("nonsense", NULL), NULL, NULL, NULL);
    static const char *const unknown[] = { "/echo", "world-unnamed/x", NULL };
    hostSendState(host, stateOf(worlds, unknown));
    EXPECT_TEXT(hostCall(host, NULL, "return webkit.messageHandlers.echo.postMessage(1)"), "1");
    hostSendState(host, usualState());
}

// MARK: Load

static gboolean isDescendant(const char *process)
{
    g_autofree char *current = g_strdup(process);
    for (guint steps = 0; steps < 20; ++steps) {
        g_autofree char *path = g_strdup_printf("/proc/%s/stat", current);
        g_autofree char *text = NULL;
        if (!g_file_get_contents(path, &text, NULL, NULL) || !strrchr(text, ')'))
            return FALSE;
        guint64 parent = g_ascii_strtoull(strrchr(text, ')') + 4, NULL, 10);
        if (parent == (guint64)getpid())
            return TRUE;
        g_free(current);
        current = g_strdup_printf("%" G_GUINT64_FORMAT, parent);
    }
    return FALSE;
}

// The resident memory of our web processes, in MiB.
static double webProcessMemory(void)
{
    guint64 pages = 0;
    g_autoptr(GDir) processes = g_dir_open("/proc", 0, NULL);
    for (const char *name; (name = g_dir_read_name(processes));) {
        g_autofree char *commandPath = g_strdup_printf("/proc/%s/comm", name);
        g_autofree char *memoryPath = g_strdup_printf("/proc/%s/statm", name);
        g_autofree char *command = NULL;
        g_autofree char *memory = NULL;
        if (g_file_get_contents(commandPath, &command, NULL, NULL) && g_str_has_prefix(command, "WebKitWebProces") &&
            isDescendant(name) && g_file_get_contents(memoryPath, &memory, NULL, NULL))
            pages += g_ascii_strtoull(strchr(memory, ' '), NULL, 10);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576;
}

static void storm(Host *host)
{
    hostLoadPage(host, "<p>");
    for (guint round = 0; round < 3; ++round) {
        hostClearPosts(host);
        gint64 start = g_get_monotonic_time();
        EXPECT_TEXT(hostCall(host, NULL,
            "const h = webkit.messageHandlers.echo; const all = []; for (let i = 0; i < 100000; ++i) all.push(h.postMessage(i));"
            "const r = await Promise.all(all); return r.every((v, i) => v === i)"), "true");
        gboolean isOrdered = host->posts->len == 100000;
        for (guint index = 0; isOrdered && index < 100000; ++index)
            isOrdered = g_ascii_strtoull(((Post *)host->posts->pdata[index])->body, NULL, 10) == index;
        EXPECT(isOrdered);
        g_print("    100,000 posts: %.2f s, web process %.0f MiB\n", (double)(g_get_monotonic_time() - start) / 1e6, webProcessMemory());
    }
    gint64 start = g_get_monotonic_time();
    g_free(hostCall(host, NULL, "for (let i = 0; i < 2000; ++i) await webkit.messageHandlers.echo.postMessage(i)"));
    g_print("    a post and its answer: %.0f µs\n", (double)(g_get_monotonic_time() - start) / 2000);
    hostClearPosts(host);
}

// A window that is kept costs a third of a MiB and more: 2,000 frames with three worlds each would cost gigabytes.
static void frameChurn(Host *host)
{
    double least[2] = { G_MAXDOUBLE, G_MAXDOUBLE };
    hostLoadPage(host, "<p>");
    for (guint round = 0; round < 8; ++round) {
        hostClearPosts(host);
        gint64 start = g_get_monotonic_time();
        EXPECT_TEXT(hostCall(host, NULL,
            "for (let i = 0; i < 250; ++i) { const f = document.createElement('iframe'); f.srcdoc = '<script>webkit.messageHandlers.never.postMessage(1)<' + '/script>';"
            "const l = new Promise(r => f.onload = r); document.body.append(f); const h = f.contentWindow.webkit.messageHandlers.echo; await l; f.remove(); if (i % 20 == 0) await new Promise(r => setTimeout(r, 0)) } return 1"), "1");
        EXPECT(host->posts->len == 250);
        double memory = webProcessMemory();
        least[round / 4] = MIN(least[round / 4], memory);
        g_print("    250 frames: %.2f s, web process %.0f MiB\n", (double)(g_get_monotonic_time() - start) / 1e6, memory);
    }
    EXPECT(least[1] < least[0] + 300);
}

typedef struct {
    const char *name;
    void (*run)(Host *host);
} Test;

#define TEST(function) { #function, function }
static const Test tests[] = {
    TEST(everyKindOfFrame),
    TEST(aPageCannotForgeFacts),
    TEST(namedElementsHideNoFacts),
    TEST(everyAnswer),
    TEST(handlersComeAndGo),
    TEST(worldsAreApart),
    TEST(aWindowIsReusedAfterItsParentAlteredIt),
    TEST(anObjectKeptFromAnotherDocumentRejects),
    TEST(aPageThatComesBackSpeaksAgain),
    TEST(evaluationInAFrame),
    TEST(anEvaluationIsAlwaysAnswered),
    TEST(argumentsAreDecodedInPlace),
    TEST(aHostilePageBreaksNothing),
    TEST(aSpoiltSetUpGainsNothing),
    TEST(aSetUpWithoutStackGainsNothing),
    TEST(wrongMessagesAreIgnored),
    TEST(aViewWithoutScriptsDoesNoHarm),
    TEST(aPageThatSpoilsItsHandlersHarmsItself),
    TEST(storm),
    TEST(frameChurn),
};

int main(int argc, char **argv)
{
    g_setenv("GDK_BACKEND", "x11", FALSE);
    if (argc < 2 || !gtk_init_check()) {
        g_printerr("usage: module-tests MODULE_DIRECTORY [TEST...], with a display\n");
        return 2;
    }
    Host *host = hostNew(argv[1], usualState());
    for (gsize index = 0; index < G_N_ELEMENTS(tests); ++index) {
        if (argc > 2 && !g_strv_contains((const char *const *)argv + 2, tests[index].name))
            continue;
        guint before = failures;
        g_print("%s\n", tests[index].name);
        tests[index].run(host);
        if (failures > before)
            g_print("    FAILED\n");
    }
    g_print("%u failures\n", failures);
    return failures > 0;
}

// Pages that attack the module.

#include "tests.h"

void aHostilePageBreaksNothing(Host *host)
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
    EXPECT_TEXT(hostEvaluate(host, frame, "", "w", FALSE, NULL, "[]"), "value | 'Rejected!");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "return 5", TRUE, NULL, "[]"), "value | 5");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "throw 'x'", TRUE, NULL, "[]"), "exception | x | * | 0 | 0 | *");
    static const char *const more[] = { "/echo", "/late", NULL };
    hostSendState(host, stateOf(worlds, more));
    EXPECT_TEXT(hostEvaluate(host, frame, "", "typeof webkit.messageHandlers.late", FALSE, NULL, "[]"), "value | 'object");
    EXPECT_TEXT(hostEvaluate(host, frame, "", "leaks", FALSE, NULL, "[]"), "value | *");
    hostSendState(host, usualState());
}

// A frame that runs no scripts at first reports its window only when a parent has altered it: the set-up is then the
// parent's to spoil. It gains nothing that it did not have, and the module's functions bear whatever it does to them.
void aSpoiltSetUpGainsNothing(Host *host)
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
        "const out = [throwers.length, dones.length]; for (const t of throwers) try { out.push(String(t())) } catch (e) { out.push(e.name) }"
        "for (const d of dones) for (const a of [[Symbol()], ['value', 'a\\ud800b'], [], ['exception', 1, {}, -1, 1e300]]) try { d(...a) } catch (e) { out.push(e.name) } return out"), "[2,4,*]");
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
void aSetUpWithoutStackGainsNothing(Host *host)
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

void wrongMessagesAreIgnored(Host *host)
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

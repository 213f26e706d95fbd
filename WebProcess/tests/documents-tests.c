// Documents that are replaced, kept and shown again.

#include "tests.h"

void aWindowIsReusedAfterItsParentAlteredIt(Host *host)
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
    Post *before = hostPost(host, "'before");
    EXPECT(before != NULL);
    Post *after = host->posts->pdata[1];
    EXPECT_TEXT(g_strdup(after->body), "[\"reused\",\"http://trusted\",\"same window\"]");
    EXPECT_TEXT(g_strdup(after->origin), host->first);
    EXPECT(before && before->frame == after->frame && before->document != after->document);
    EXPECT_TEXT(hostCall(host, NULL, "return [window.leak, window.stolen, window.failed, await kept.postMessage('kept').catch(String)]"),
                "[null,null,null,\"kept\"]");
    EXPECT(hostPost(host, "'kept") && hostPost(host, "'kept")->document == after->document);
}

void anObjectKeptFromAnotherDocumentRejects(Host *host)
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
        EXPECT(hostPost(host, "'early") && hostPost(host, "'speaks") && !hostPost(host, "'late"));
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

void aPageThatComesBackSpeaksAgain(Host *host)
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
    EXPECT(hostPost(host, "'current") && hostPost(host, "'current")->document == hostPost(host, "'two")->document);
    hostGoBack(host);
    EXPECT_TEXT(hostCall(host, NULL,
        "return [window.mark, await webkit.messageHandlers.echo.postMessage('three'), await webkit.messageHandlers.late.postMessage('four')]"),
        "[1,\"three\",\"four\"]");
    EXPECT_TEXT(hostCall(host, NULL, "return kept.postMessage('kept').catch(e => e.name)"), "\"InvalidAccessError\"");
    Post *one = hostPost(host, "'one");
    Post *three = hostPost(host, "'three");
    g_print("    back/forward cache: %s\n", one && three && one->document == three->document ? "kept" : "not used");
    hostSendState(host, usualState());
}

// Who a post comes from.

#include "tests.h"

void everyKindOfFrame(Host *host)
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
    expectPost(host, "'main", TRUE, "http://127.0.0.1:*/page*.html", host->first);
    expectPost(host, "'#same", FALSE, "http://127.0.0.1:*/child.html#same", host->first);
    expectPost(host, "'#cross", FALSE, "http://localhost:*/child.html#cross", host->second);
    expectPost(host, "'#sandboxed", FALSE, "http://127.0.0.1:*/child.html#sandboxed", "null");
    expectPost(host, "'srcdoc", FALSE, "about:srcdoc", host->first);
    expectPost(host, "'opaque", FALSE, "about:srcdoc", "null");
    expectPost(host, "'data", FALSE, "data:text/html,*", "null");
    expectPost(host, "'blank", FALSE, "about:blank", host->first);
    expectPost(host, "'blob", FALSE, "blob:http://127.0.0.1:*", host->first);
    expectPost(host, "'#popup", TRUE, "http://127.0.0.1:*/child.html#popup", host->first);
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
    expectPost(host, "'child", FALSE, "http://127.0.0.1:*/replaced", host->first);
    expectPost(host, "'top", TRUE, "http://127.0.0.1:*/pushed", host->first);
}

void aPageCannotForgeFacts(Host *host)
{
    hostServe(host, "/forger.html",
        "<script>Object.defineProperty(self, 'origin', {value: 'http://trusted'}); const h = webkit.messageHandlers.echo;"
        "h.postMessage('forged')</script>");
    hostLoadPage(host, "<iframe sandbox='allow-scripts' src='/forger.html'></iframe>");
    hostWaitForPosts(host, 1);
    expectPost(host, "'forged", FALSE, "http://127.0.0.1:*/forger.html", "null");
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
void namedElementsHideNoFacts(Host *host)
{
    hostLoadPage(host, "<img name=URL><img name=defaultView><img name=look id=look><form name=document id=document><input name=URL></form>"
        "<iframe name=origin id=origin></iframe><embed id=Object name=Object><script>webkit.messageHandlers.echo.postMessage(String(document.URL))</script>");
    hostWaitForPosts(host, 1);
    expectPost(host, "'[object HTMLImageElement]", TRUE, "http://127.0.0.1:*/page*.html", host->first);
}

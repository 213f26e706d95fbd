/// A way in which a document can have the engine ask for a URL.
struct RouteWay: Sendable {
    let name: String
    /// A function of a URL `u`, as text; it need not wait for the answer. ``RouteAttack/library`` is there.
    let script: String
    /// Whether a request of a foreign document comes as far as the policy, which refuses it: the engine makes none otherwise.
    let arrives: Bool

    init(_ name: String, arrives: Bool = true, _ script: String) {
        self.name = name
        self.script = script
        self.arrives = arrives
    }

    static let all = requests + elements + styles + frames + workers + others

    // MARK: Scripts

    private static let requests = [
        Self("fetch", "read(fetch(u))"),
        Self("fetch no-cors", "fetch(u, {mode: 'no-cors'})"),
        Self("fetch same-origin", arrives: false, "read(fetch(u, {mode: 'same-origin'}))"),
        Self("fetch credentials", "read(fetch(u, {credentials: 'include'}))"),
        Self("fetch no-referrer", "fetch(u, {mode: 'no-cors', referrerPolicy: 'no-referrer'})"),
        Self("fetch unsafe-url", "fetch(u, {mode: 'no-cors', referrerPolicy: 'unsafe-url'})"),
        Self("fetch forged", "read(fetch(u, {headers: forged}))"),
        Self("fetch forged no-cors", "fetch(u, {mode: 'no-cors', headers: forged})"),
        Self(
            "fetch forged no-referrer no-cors",
            "fetch(u, {mode: 'no-cors', referrerPolicy: 'no-referrer', headers: forged})"),
        Self("fetch forged no-referrer", "read(fetch(u, {referrerPolicy: 'no-referrer', headers: forged}))"),
        Self("fetch forged same-origin", arrives: false, "read(fetch(u, {mode: 'same-origin', headers: forged}))"),
        Self("fetch PUT forged", "read(fetch(u, {method: 'PUT', headers: forged, body: 'x'}))"),
        Self("fetch POST", "read(fetch(u, {method: 'POST', body: 'x'}))"),
        Self("fetch POST no-cors", "fetch(u, {method: 'POST', mode: 'no-cors', headers: forged, body: 'x'})"),
        Self(
            "fetch POST no-cors no-referrer",
            "fetch(u, {method: 'POST', mode: 'no-cors', referrerPolicy: 'no-referrer', body: 'x'})"),
        Self("fetch keepalive", "fetch(u, {method: 'POST', mode: 'no-cors', keepalive: true, body: 'x'})"),
        Self("fetch HEAD", "fetch(u, {method: 'HEAD', mode: 'no-cors'})"),
        Self("fetch OPTIONS", "read(fetch(u, {method: 'OPTIONS', headers: forged}))"),
        Self("fetch Request", "read(fetch(new Request(u, {headers: forged, cache: 'no-store'})))"),
        Self("XMLHttpRequest", "xhr(u, 'GET', true, {})"),
        Self("XMLHttpRequest forged", "xhr(u, 'PUT', true, forged)"),
        Self("XMLHttpRequest synchronous", "xhr(u, 'GET', false, {})"),
        Self("XMLHttpRequest synchronous forged", "xhr(u, 'POST', false, forged)"),
        Self("EventSource", "events(u, {})"),
        Self("EventSource credentials", "events(u, {withCredentials: true})"),
        Self("sendBeacon", "navigator.sendBeacon(u, 'x')"),
        Self("sendBeacon Blob", "navigator.sendBeacon(u, new Blob(['{}'], {type: 'text/plain'}))"),
        Self("import()", "import(u)"),
        Self("FontFace", "new FontFace('F', `url(${u})`).load()"),
        Self("audio worklet", "new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(u)"),
    ]

    // MARK: Elements

    private static let elements = [
        Self("img", "element('img', {src: u})"),
        Self("img crossorigin", "element('img', {crossOrigin: 'use-credentials', src: u})"),
        Self("img no-referrer", "element('img', {referrerPolicy: 'no-referrer', src: u})"),
        Self("img unsafe-url", "element('img', {referrerPolicy: 'unsafe-url', src: u})"),
        Self("img srcset", "element('img', {srcset: u + ' 1x'})"),
        Self("input image", "element('input', {type: 'image', src: u})"),
        Self("video poster", "element('video', {poster: u})"),
        Self("script", "element('script', {src: u})"),
        Self("script crossorigin", "element('script', {crossOrigin: '', src: u})"),
        Self("script no-referrer", "element('script', {referrerPolicy: 'no-referrer', src: u})"),
        Self("module script", "element('script', {type: 'module', src: u})"),
        Self("link stylesheet", "element('link', {rel: 'stylesheet', href: u})"),
        Self(
            "link stylesheet no-referrer",
            "element('link', {rel: 'stylesheet', referrerPolicy: 'no-referrer', href: u})"),
        Self("link preload script", "element('link', {rel: 'preload', as: 'script', href: u})"),
        Self("link preload fetch", "element('link', {rel: 'preload', as: 'fetch', crossOrigin: '', href: u})"),
        Self("link preload image", "element('link', {rel: 'preload', as: 'image', href: u})"),
        Self("link modulepreload", "element('link', {rel: 'modulepreload', href: u})"),
        Self("link prefetch", arrives: false, "element('link', {rel: 'prefetch', href: u})"),
        Self("link preconnect", arrives: false, "element('link', {rel: 'preconnect', href: u})"),
        Self("link dns-prefetch", arrives: false, "element('link', {rel: 'dns-prefetch', href: u})"),
        Self("link icon", arrives: false, "element('link', {rel: 'icon', href: u})"),
        Self("link manifest", arrives: false, "element('link', {rel: 'manifest', href: u})"),
        Self("video", arrives: false, "element('video', {src: u, preload: 'auto'})"),
        Self("audio", arrives: false, "element('audio', {src: u, preload: 'auto'})"),
        Self("track", arrives: false, "inside('video', `<track default src='${u}'>`)"),
        Self("object", "element('object', {data: u})"),
        Self("object image", "element('object', {type: 'image/svg+xml', data: u})"),
        Self("embed", "element('embed', {src: u})"),
        Self("svg image", "inside('div', `<svg><image href='${u}'/></svg>`)"),
        Self("svg use", arrives: false, "inside('div', `<svg><use href='${u}#x'/></svg>`)"),
        Self(
            "svg feImage",
            """
            inside('div', `<svg><filter id='f'><feImage href='${u}'/></filter><rect filter='url(#f)'/></svg>`)
            """),
        Self(
            "ping",
            """
            named().then(target => click(Object.assign(document.createElement('a'), {href: server + '/', target, ping: u})))
            """),
    ]

    private static let styles = [
        Self("style @import", "element('style', {textContent: `@import url('${u}');`})"),
        Self("CSS background", "styled(`background: url('${u}')`)"),
        Self("CSS mask", "styled(`mask-image: url('${u}')`)"),
        Self("CSS shape", "styled(`float: left; shape-outside: url('${u}')`)"),
        Self("CSS cursor", "styled(`cursor: url('${u}'), auto`)"),
        Self("CSS list", "styled(`display: list-item; list-style-image: url('${u}')`)"),
        Self("CSS filter", arrives: false, "styled(`filter: url('${u}#f')`)"),
        Self(
            "CSS font",
            "(element('style', {textContent: `@font-face { font-family: F; src: url('${u}') }`}), styled('font-family: F'))"
        ),
    ]

    // MARK: Frames

    private static let frames = [
        Self("iframe", "element('iframe', {src: u})"),
        Self("iframe no-referrer", "element('iframe', {referrerPolicy: 'no-referrer', src: u})"),
        Self("iframe unsafe-url", "element('iframe', {referrerPolicy: 'unsafe-url', src: u})"),
        Self("iframe sandboxed", "element('iframe', {sandbox: 'allow-scripts', src: u})"),
        Self("iframe location", "blank().then(frame => { frame.contentWindow.location = u })"),
        Self("meta refresh", "element('iframe', {srcdoc: `<meta http-equiv=refresh content='0;url=${u}'>`})"),
        Self("base and link", "element('iframe', {srcdoc: `<base href='${u}/'><img src=x>`})"),
        Self("form GET", "form(u, {method: 'get'})"),
        Self("form POST", "form(u, {method: 'post'})"),
        Self("form POST multipart", "form(u, {method: 'post', enctype: 'multipart/form-data'})"),
        Self("form POST plain", "form(u, {method: 'post', enctype: 'text/plain'})"),
        Self(
            "link click",
            "named().then(target => click(Object.assign(document.createElement('a'), {href: u, target})))"),
        Self("window.open", "named().then(name => open(u, name))"),
        Self(
            "style sheet of XML", arrives: false,
            "element('iframe', {src: 'data:text/xml,' + encodeURIComponent(`<?xml-stylesheet type='text/xsl' href='${u}'?><a/>`)})"
        ),
        Self(
            "frame set", "element('iframe', {srcdoc: `<frameset><frame src='${u}'></frameset>`})"),
    ]

    // MARK: Workers

    private static let workers = [
        Self("Worker", arrives: false, "worker(u)"),
        Self("SharedWorker", arrives: false, "new SharedWorker(u)"),
        Self("ServiceWorker", arrives: false, "navigator.serviceWorker.register(u)"),
        Self("worker fetch", "work('blob', 'fetch(u)', u)"),
        Self("worker fetch forged", "work('blob', 'fetch(u, {headers: forged})', u)"),
        Self("worker fetch no-cors", "work('blob', `fetch(u, {mode: 'no-cors', headers: forged})`, u)"),
        Self("worker POST", "work('blob', `fetch(u, {mode: 'no-cors', method: 'POST', headers: forged})`, u)"),
        Self("worker XMLHttpRequest", "work('blob', `xhr(u, 'PUT', false, forged)`, u)"),
        Self("worker EventSource", "work('blob', 'events(u, {})', u)"),
        Self("worker importScripts", "work('blob', 'importScripts(u)', u)"),
        Self("worker import()", "work('blob', 'import(u)', u)"),
        Self("worker of data", "work('data', `fetch(u, {headers: forged})`, u)"),
        Self("worker of data no-cors", "work('data', `fetch(u, {mode: 'no-cors', headers: forged})`, u)"),
        Self("worker of data importScripts", "work('data', 'importScripts(u)', u)"),
    ]

    // MARK: What a server has a part in

    private static let others = [
        Self("redirect fetch", arrives: false, "read(fetch(redirect(u), {headers: own}))"),
        Self("redirect img", arrives: false, "element('img', {src: redirect(u)})"),
        Self("redirect script", arrives: false, "element('script', {src: redirect(u)})"),
        Self("redirect iframe", arrives: false, "element('iframe', {src: redirect(u)})"),
        Self("redirect form", arrives: false, "form(redirect(u), {method: 'post'})"),
        Self("policy report", "element('iframe', {src: `${server}/report?to=${encodeURIComponent(u)}`})"),
        Self("Link header", "element('iframe', {src: `${server}/linked?to=${encodeURIComponent(u)}`})"),
        Self("Refresh header", "element('iframe', {src: `${server}/refresh?to=${encodeURIComponent(u)}`})"),
    ]
}

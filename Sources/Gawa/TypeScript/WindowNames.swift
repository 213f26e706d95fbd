/// Names that the window of each page has already, so that a namespace should not have them.
enum WindowNames {
    /// The properties of `Window` in TypeScript 4.8's library, without the event handlers (`onload` and so on).
    static let all: Set<String> = Set(
        """
        addEventListener alert atob blur btoa caches cancelAnimationFrame cancelIdleCallback captureEvents
        clearInterval clearTimeout clientInformation close closed confirm console createImageBitmap
        crossOriginIsolated crypto customElements devicePixelRatio dispatchEvent document event external fetch
        focus frameElement frames getComputedStyle getSelection history indexedDB innerHeight innerWidth
        isSecureContext length localStorage location locationbar matchMedia menubar moveBy moveTo name
        navigator open opener orientation origin outerHeight outerWidth pageXOffset pageYOffset parent
        performance personalbar postMessage print prompt queueMicrotask releaseEvents removeEventListener
        reportError requestAnimationFrame requestIdleCallback resizeBy resizeTo screen screenLeft screenTop
        screenX screenY scroll scrollBy scrollTo scrollX scrollY scrollbars self sessionStorage setInterval
        setTimeout speechSynthesis status statusbar stop structuredClone toString toolbar top visualViewport
        webkitURL window
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// The script that tells a page's console, once, which way media play that do not by their addresses.
///
/// The media library below WebKitGTK has no source for schemes of apps. The element's `error` event, code 4, says no more than
/// that.
@MainActor
enum MediaHintScript {
    static let source = #"""
        (() => {
            const isApp = /^(?:native:|https?:\/\/native(?:[:\/?#]|$))/i;
            const tell = ({ target }) => {
                const isMedia = target instanceof HTMLMediaElement;
                if (!isMedia && !(target instanceof HTMLSourceElement)) return;
                if (isMedia && target.error?.code !== 4 || !isApp.test(target.src || target.currentSrc)) return;
                removeEventListener('error', tell, true);
                console.warn("Media that the app serves do not play by their addresses in this engine. Play a blob: of them: "
                    + "element.src = URL.createObjectURL(await (await fetch(address)).blob())");
            };
            addEventListener('error', tell, true);
        })()
        """#
}

/// The script that takes worklets from documents of opaque origins, such as sandboxed frames.
///
/// The engine names the origin of a document's address as that of the modules that its worklets load, which is not the document's
/// own when it is sandboxed: routes would take them for the page around it. Such documents are given no realm of their own origin
/// but theirs, where this script runs first.
@MainActor
enum OpaqueWorkletScript {
    static let source = """
        (() => {
            if (origin !== 'null' || typeof Worklet === 'undefined') return;
            const message = 'Worklets of documents without an origin are off where native routes are installed';
            Object.defineProperty(Worklet.prototype, 'addModule', {
                value: { addModule() { return Promise.reject(new DOMException(message, 'NotAllowedError')); } }.addModule,
                configurable: false, enumerable: true, writable: false,
            });
        })()
        """
}

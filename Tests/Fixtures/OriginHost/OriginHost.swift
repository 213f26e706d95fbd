import Foundation
import Gawa

/// A small app whose page, at the app's own origin, tells what it finds in its storage and keeps something.
///
///     OriginHost FOLDER
///
/// `FOLDER` holds its places, as the XDG variables and `HOME` name them, and the page in `page`. It ends by itself.
@main
struct OriginHost {
    @MainActor
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { exit(64) }
        let folder = CommandLine.arguments[1]
        for (name, place) in [("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "caches"), ("HOME", "home")] {
            setenv(name, "\(folder)/\(place)", 1)
        }
        let content = PageContent.app(directory: URL(filePath: "\(folder)/page"))
        let configuration = WKWebViewConfiguration()
        content.install(in: configuration)
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
        content.load(in: view)
        while view.isLoading || view.url == nil { try await Task.sleep(for: .milliseconds(10)) }
        let found = try await view.callAsyncJavaScript(
            """
            const open = indexedDB.open('kept', 1);
            open.onupgradeneeded = () => open.result.createObjectStore('things');
            const database = await new Promise((done, fail) => {
                open.onsuccess = () => done(open.result);
                open.onerror = () => fail(open.error);
            });
            const change = database.transaction('things', 'readwrite'), things = change.objectStore('things');
            const get = things.get('kept');
            const indexed = await new Promise(done => { get.onsuccess = () => done(get.result ?? 'none') });
            things.put('indexed', 'kept');
            await new Promise((done, fail) => { change.oncomplete = done; change.onabort = fail });
            const local = localStorage.kept ?? 'none';
            localStorage.kept = 'local';
            document.cookie = 'kept=cookie; max-age=10000';
            return [origin, local, indexed, document.cookie || 'no cookie'].join();
            """, contentWorld: .page)
        FileHandle.standardOutput.write(Data("\(found as? String ?? "nothing")\n".utf8))
        // What pages keep is written by the engine's own process, some time later.
        try await Task.sleep(for: .seconds(2))
    }
}

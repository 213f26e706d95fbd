import Foundation
import WebKit

/// A small app that keeps things in a store, or says what it finds there.
///
///     StorageHost FOLDER STORE ACTION... URL
///
/// `FOLDER` holds all of its places: `data` and `caches` (as the XDG variables name them), `home`, and `chosen`. `STORE` is
/// `default`, `memory`, `chosen` (the default store in a folder that the app chose) or an identifier. Each `ACTION` is
/// `write`, `read` or `rest` (2 seconds). It prints `ready` at last, and ends when it is sent a line.
@main
struct StorageHost {
    @MainActor
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count > 3, let folder = arguments.first, let url = URL(string: arguments.last ?? "") else {
            exit(64)
        }
        for (name, place) in [("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "caches"), ("HOME", "home")] {
            setenv(name, "\(folder)/\(place)", 1)
        }
        let view = makeView(arguments.dropFirst().first ?? "", folder)
        view.load(URLRequest(url: url))
        while view.isLoading || view.url == nil { try await Task.sleep(for: .milliseconds(10)) }
        for action in arguments.dropFirst(2).dropLast() {
            switch action {
            case "write": try await write(view)
            case "read": try await read(view)
            case "rest": try await Task.sleep(for: .seconds(2))
            default: exit(64)
            }
        }
        say("ready")
        await Task.detached { _ = readLine() }.value
    }

    @MainActor
    private static func makeView(_ store: String, _ folder: String) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        switch store {
        case "default": break
        case "memory": configuration.websiteDataStore = .nonPersistent()
        case "chosen": WebKitEngine.storageDirectory = URL(fileURLWithPath: "\(folder)/chosen", isDirectory: true)
        default: configuration.websiteDataStore = UUID(uuidString: store).map { WKWebsiteDataStore(forIdentifier: $0) }!
        }
        return WKWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
    }

    private static let openDatabase = """
        const open = indexedDB.open('kept', 1)
        open.onupgradeneeded = () => open.result.createObjectStore('things')
        const database = await new Promise((resolve, reject) => {
            open.onsuccess = () => resolve(open.result)
            open.onerror = () => reject(open.error)
        })
        """

    @MainActor
    private static func write(_ view: WKWebView) async throws {
        _ = try await view.callAsyncJavaScript(
            """
            localStorage.kept = 'local'
            document.cookie = 'page=cookie; max-age=10000'
            document.cookie = 'brief=session'
            \(openDatabase)
            const change = database.transaction('things', 'readwrite')
            change.objectStore('things').put('indexed', 'kept')
            await new Promise((resolve, reject) => { change.oncomplete = resolve; change.onabort = reject })
            """, contentWorld: .page)
        let cookie = HTTPCookie(properties: [
            .name: "app", .value: "cookie", .domain: "localhost", .path: "/", .expires: Date() + 10_000,
            HTTPCookiePropertyKey(rawValue: "HttpOnly"): "TRUE",
        ])
        if let cookie { await view.configuration.websiteDataStore.httpCookieStore.setCookie(cookie) }
        say("written")
    }

    @MainActor
    private static func read(_ view: WKWebView) async throws {
        let local = try await view.callAsyncJavaScript(
            """
            \(openDatabase)
            const get = database.transaction('things').objectStore('things').get('kept')
            const indexed = await new Promise(resolve => { get.onsuccess = () => resolve(get.result ?? 'none') })
            return `local ${localStorage.kept ?? 'none'}, indexed ${indexed}`
            """, contentWorld: .page)
        let cookies = await view.configuration.websiteDataStore.httpCookieStore.allCookies()
        let texts = cookies.map { "\($0.name)=\($0.value)\($0.isHTTPOnly ? " hidden" : "")" }.sorted()
        say("\(local as? String ?? "nothing"), cookies \(texts)")
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

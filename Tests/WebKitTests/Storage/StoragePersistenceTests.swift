import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What outlives a program, where it is kept, and who can read it.
@MainActor @Suite(.serialized)
final class StoragePersistenceTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "gawa-\(UUID())")
    private let server: TestServer
    private nonisolated static let name = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
    private static let all = "local local, indexed indexed, cookies [\"app=cookie hidden\", \"page=cookie\"]"
    private static let nothing = "local none, indexed none, cookies []"

    init() throws {
        server = try TestServer()
        server.route("/", .html("<title>page</title>"))
        // The engine ends a program whose home folder is not there.
        let home = folder.appending(component: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func run(_ store: String, _ actions: String..., signal: Int32? = nil) async throws -> FixtureProcess {
        let process = try await FixtureProcess.run(
            "StorageHost", [folder.path, store] + actions + [server.url("/").absoluteString], signal: signal,
            timeLimit: .seconds(90))
        #expect(process.lines.last == "ready", "\(process.errorText)")
        #expect(process.leftOver == [])
        return process
    }

    /// The paths of all files and folders, relative to the test's folder.
    private func paths() -> [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    // MARK: Kept

    @Test(arguments: ["default", name, "chosen"])
    func `BR-102: what a page and the app keep is there after a quit`(store: String) async throws {
        #expect(try await run(store, "read", "write").lines.first == Self.nothing)
        #expect(try await run(store, "read").lines.first == Self.all)
    }

    @Test(arguments: ["default", name])
    func `BR-102: what a page and the app keep is there after kill -9 two seconds later`(store: String) async throws {
        let killed = try await run(store, "write", "rest", signal: SIGKILL)
        #expect(killed.wasSignalled)
        #expect(try await run(store, "read").lines.first == Self.all)
    }

    @Test func `BR-102: a store in memory leaves nothing on the disk`() async throws {
        #expect(try await run("memory", "write", "read", "rest").lines.contains { $0.hasPrefix("local local") })
        #expect(paths().filter { $0.contains("WebKit") || $0.contains("StorageHost") } == [])
        #expect(try await run("memory", "read").lines.first == Self.nothing)
    }

    // MARK: Places

    @Test func `BR-102: the default store is in the app's folders, which are the user's alone`() async throws {
        _ = try await run("default", "write", "rest")
        let app = ["data/StorageHost/WebKit", "caches/StorageHost/WebKit"]
        for path in app {
            #expect(try mode(path) == 0o700)
            #expect(try mode("\(path)/Default") & 0o077 == 0)
        }
        #expect(paths().contains("data/StorageHost/WebKit/Default/Cookies.sqlite"))
        // Nothing of the engine's stands elsewhere. The graphics library has a cache of its own.
        let others = paths().filter { path in
            !app.contains { path.hasPrefix($0) || $0.hasPrefix(path) } && path != "home"
                && !path.hasPrefix("caches/mesa_shader_cache")
        }
        #expect(others == [])
    }

    @Test func `BR-102: the folder can be chosen, and a store with an identifier has its own in it`() async throws {
        _ = try await run("chosen", "write")
        #expect(paths().contains("chosen/Data/Default/Cookies.sqlite"))
        #expect(try mode("chosen/Data") == 0o700)
        #expect(try mode("chosen/Caches") == 0o700)
        #expect(!paths().contains { $0.hasPrefix("data/StorageHost") || $0.hasPrefix("caches/StorageHost") })
        _ = try await run(Self.name, "write")
        let cookies = "data/StorageHost/WebKit/Stores/\(Self.name.uppercased())/Cookies.sqlite"
        #expect(paths().contains(cookies))
        // The default store knows nothing of it.
        #expect(try await run("default", "read").lines.first == Self.nothing)
    }

    @Test func `A folder that others could enter is closed to them`() async throws {
        let place = folder.appending(path: "data/StorageHost/WebKit")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.path)
        _ = try await run("default", "read")
        #expect(try mode("data/StorageHost/WebKit") == 0o700)
    }

    @Test func `Where no folder can be made the app runs in memory, and a line says so`() async throws {
        // A file stands where the folder would.
        try Data().write(to: folder.appending(component: "chosen"))
        let process = try await run("chosen", "write", "read")
        #expect(process.lines.contains { $0.hasPrefix("local local") })
        #expect(process.errorText.contains("Nothing will be kept after the program: "))
    }
}

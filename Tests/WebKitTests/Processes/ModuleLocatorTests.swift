import Foundation
import Testing

@testable import WebKit

/// Each test makes folders of its own, so that the file system tells owners and rights, not a stand-in.
@Suite
struct ModuleLocatorTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test func theFirstFolderThatHasTheModuleIsTaken() throws {
        try home.add("second/GawaWebProcess.so")
        try home.add("third/GawaWebProcess.so")
        #expect(try home.locator("first", "second", "third").folder() == home.path("second"))
    }

    @Test func theBuildsOwnModuleIsFound() throws {
        let folder = try ModuleLocator.besideExecutable().folder()
        #expect(folder.hasSuffix("/Gawa_WebKit.resources"))
    }

    @Test func aMissingModuleNamesTheFoldersAndTheCure() throws {
        let error = #expect(throws: ModuleLocatorError.self) { try home.locator("first", "second").folder() }
        #expect(error == .missing(lookedIn: [home.path("first"), home.path("second")]))
        let sentence = try #require(error).description
        #expect(sentence.contains("Gawa_WebKit.resources") && sentence.contains(home.path("second")))
    }

    @Test func aLinkToTheFolderIsResolved() throws {
        try home.add("real/GawaWebProcess.so")
        try FileManager.default.createSymbolicLink(
            atPath: home.path("link"), withDestinationPath: home.path("real"))
        #expect(try home.locator("link").folder() == home.path("real"))
    }

    @Test func aLinkThatPosesAsTheModuleIsRefused() throws {
        try home.add("elsewhere/code")
        try home.add("folder")
        try FileManager.default.createSymbolicLink(
            atPath: home.path("folder/GawaWebProcess.so"), withDestinationPath: home.path("elsewhere/code"))
        #expect(throws: ModuleLocatorError.self) { try home.locator("folder").folder() }
    }

    @Test func aFolderInTheModulesPlaceIsRefused() throws {
        try home.add("folder/GawaWebProcess.so/file")
        #expect(throws: ModuleLocatorError.self) { try home.locator("folder").folder() }
    }

    /// The engine loads every module of the folder.
    @Test func aSecondModuleInTheFolderIsRefused() throws {
        try home.add("folder/GawaWebProcess.so")
        try home.add("folder/readme.txt")
        #expect(try home.locator("folder").folder() == home.path("folder"))
        try home.add("folder/Other.so")
        #expect(
            throws: ModuleLocatorError.strangers(
                folder: home.path("folder"), files: ["GawaWebProcess.so", "Other.so"])
        ) { try home.locator("folder").folder() }
    }

    /// A refused folder ends the search: going on would hide that somebody tampered.
    @Test(arguments: ["outer/folder/GawaWebProcess.so", "outer/folder", "outer"])
    func whatAnyoneCanWriteIsRefused(path: String) throws {
        try home.add("outer/folder/GawaWebProcess.so")
        try home.add("safe/GawaWebProcess.so")
        let locator = home.locator("outer/folder", "safe")
        #expect(try locator.folder() == home.path("outer/folder"))
        try home.setMode(0o777, of: path)
        let error = #expect(throws: ModuleLocatorError.writableByOthers(path: home.path(path))) {
            try locator.folder()
        }
        #expect(try #require(error).description.contains("chmod go-w '\(home.path(path))'"))
    }

    /// As in /tmp, where others can add entries but not exchange ours.
    @Test func aStickyFolderAboveIsAccepted() throws {
        try home.add("outer/folder/GawaWebProcess.so")
        try home.setMode(0o1777, of: "outer")
        #expect(try home.locator("outer/folder").folder() == home.path("outer/folder"))
    }

    @Test func aStickyFolderOfTheModuleIsRefused() throws {
        try home.add("outer/folder/GawaWebProcess.so")
        try home.setMode(0o1777, of: "outer/folder")
        #expect(throws: ModuleLocatorError.writableByOthers(path: home.path("outer/folder"))) {
            try home.locator("outer/folder").folder()
        }
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give files away"),
        arguments: [
            "outer/folder/GawaWebProcess.so", "outer/folder", "outer",
        ])
    func whatBelongsToAnotherUserIsRefused(path: String) throws {
        try home.add("outer/folder/GawaWebProcess.so")
        #expect(chown(home.path(path), 65534, 0) == 0)
        #expect(throws: ModuleLocatorError.writableByOthers(path: home.path(path))) {
            try home.locator("outer/folder").folder()
        }
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give files to any group"),
        arguments: [
            "outer/folder/GawaWebProcess.so", "outer/folder", "outer",
        ])
    func whatAnotherGroupCanWriteIsRefused(path: String) throws {
        try home.add("outer/folder/GawaWebProcess.so")
        try home.setMode(0o775, of: path)
        #expect(try home.locator("outer/folder").folder() == home.path("outer/folder"))
        #expect(chown(home.path(path), 0, 65534) == 0)
        #expect(throws: ModuleLocatorError.writableByOthers(path: home.path(path))) {
            try home.locator("outer/folder").folder()
        }
    }
}

/// A folder in the temporary folder, private to its user, and removed with its last reference.
private final class Home: Sendable {
    private let root: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("gawa-module-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        root = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    func path(_ relative: String) -> String { root + "/" + relative }

    func locator(_ folders: String...) -> ModuleLocator {
        ModuleLocator(candidates: folders.map(path))
    }

    /// Adds a file, and the folders above it; without a slash, a folder.
    func add(_ relative: String) throws {
        let isFolder = !relative.contains("/")
        let folder = isFolder ? path(relative) : (path(relative) as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        guard !isFolder else { return }
        try Data("module".utf8).write(to: URL(fileURLWithPath: path(relative)))
        try setMode(0o644, of: relative)
    }

    func setMode(_ mode: mode_t, of relative: String) throws {
        try #require(chmod(path(relative), mode) == 0)
    }
}

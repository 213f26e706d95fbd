internal import Foundation

/// Locales for tests: the system's, or made with `localedef` for the time of a test.
package struct TestLocales: Sendable {
    /// The variables that put a program into a locale; nil when there is no way to have it.
    package static func environment(_ name: String) -> [String: String]? {
        if run("/usr/bin/locale", ["-a"])?.lowercased().contains(name.lowercased() + ".utf8") == true {
            return ["LC_ALL": name + ".UTF-8", "LANGUAGE": ""]
        }
        guard FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/\(name)") else { return nil }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gawa-locales-\(getpid())")
        let made = folder.appendingPathComponent(name + ".UTF-8").path
        if !FileManager.default.fileExists(atPath: made) {
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = run("/usr/bin/localedef", ["-i", name, "-f", "UTF-8", "--no-archive", made])
        }
        guard FileManager.default.fileExists(atPath: made) else { return nil }
        return ["LC_ALL": name + ".UTF-8", "LANGUAGE": "", "LOCPATH": folder.path]
    }

    /// Whether there is a way to have a locale.
    package static func canMake(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/\(name)")
            || run("/usr/bin/locale", ["-a"])?.lowercased().contains(name.lowercased() + ".utf8") == true
    }

    /// Takes away what was made.
    package static func removeAll() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gawa-locales-\(getpid())")
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ path: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

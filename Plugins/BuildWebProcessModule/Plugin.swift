import Foundation
import PackagePlugin

/// Compiles the C module that web processes load (`WebProcess/`) into the target's resource bundle.
///
/// A plugin's output that is no source becomes a resource of the target, so `GawaWebProcess.so` lies in
/// `Gawa_WebKit.resources/` beside every executable that depends on us. An edit of a file builds it anew; SwiftPM asks for
/// the list of files only when it plans the build, so touch Package.swift after adding or removing one.
@main
struct BuildWebProcessModule: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let package = context.package.directoryURL
        // The datagrams of the fast lane are written and read by the same functions at both ends.
        let lane = package.appending(path: "Sources/CLane")
        let headers = lane.appending(path: "include")
        let sources = try files(in: package.appending(path: "WebProcess")) + files(in: lane)
        let codec = package.appending(path: "Sources/CJavaScriptCodec/codec.js")
        let module = context.pluginWorkDirectoryURL.appending(path: "GawaWebProcess.so")
        let flags = try packageConfiguration(of: "webkitgtk-web-process-extension-6.0")
        return [
            .buildCommand(
                displayName: "Compiling the web-process module",
                executable: try context.tool(named: "clang").url,
                arguments: compilerFlags
                    + ["--embed-dir=\(codec.deletingLastPathComponent().path)", "-I\(headers.path)"]
                    + sources.filter { $0.pathExtension == "c" }.map(\.path) + flags + ["-o", module.path],
                inputFiles: sources + [codec, headers.appending(path: "CLane.h")],
                outputFiles: [module]
            )
        ]
    }

    /// `#embed` needs C23. An undefined symbol would end a web process at its start, so the linker refuses one.
    private var compilerFlags: [String] {
        [
            "-std=c23", "-O2", "-g", "-Wall", "-Wextra", "-Werror",
            "-fPIC", "-fvisibility=hidden", "-fstack-protector-strong", "-D_FORTIFY_SOURCE=2",
            "-DG_LOG_DOMAIN=\"Gawa\"",
            "-shared", "-Wl,-z,relro,-z,now", "-Wl,-z,defs",
        ]
    }

    /// The folder may be a link, which Foundation does not look into.
    private func files(in directory: URL) throws -> [URL] {
        let files = try FileManager.default.contentsOfDirectory(
            at: directory.resolvingSymlinksInPath(), includingPropertiesForKeys: nil
        )
        .filter { ["c", "h", "js"].contains($0.pathExtension) }
        .sorted { $0.path < $1.path }
        // The linker makes an empty module of no sources, and every post would be lost without a word.
        guard files.contains(where: { $0.pathExtension == "c" }) else { throw BuildError.noSources(directory.path) }
        return files
    }

    private func packageConfiguration(of library: String) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--cflags", "--libs", library]
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BuildError.missingLibrary(library)
        }
        // System headers, so that their warnings are not ours.
        return String(decoding: text, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
            .flatMap { $0.hasPrefix("-I") ? ["-isystem", String($0.dropFirst(2))] : [String($0)] }
    }
}

enum BuildError: Error, CustomStringConvertible {
    case missingLibrary(String)
    case noSources(String)

    var description: String {
        switch self {
        case .missingLibrary(let name): "pkg-config does not know '\(name)'. Run script/install-deps."
        case .noSources(let folder): "\(folder) holds no C sources of the web-process module."
        }
    }
}

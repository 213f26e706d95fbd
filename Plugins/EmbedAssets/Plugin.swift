import Foundation
import PackagePlugin

/// Writes the source of a C target that holds an app's files in the executable.
///
///     swift package --allow-writing-to-package-directory embed-assets --target PageFiles [--from FOLDER] [--check]
///
/// The files are those of the target's folder `Files`, or of another folder of the package. A target has a name that C takes for
/// one, and `exclude: ["Files"]`. The source names the files only: the compiler fills it in, and sees when one of them has other
/// bytes. So it is written anew when a file was added or taken away; `--check` says whether it must be.
///
/// It is no build-tool plug-in because SwiftPM compiles no C that such a plug-in makes.
@main
struct EmbedAssets: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let checks = extractor.extractFlag(named: "check") > 0
        let names = extractor.extractOption(named: "target")
        let from = extractor.extractOption(named: "from").first
        guard names.count == 1, let name = names.first else { throw EmbeddingError.noTarget }
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            throw EmbeddingError.name(name)
        }
        let directory = try directory(of: name, in: context.package)
        let folder =
            from.map { context.package.directoryURL.appending(path: $0) }
            ?? directory.appending(path: "Files")
        let place = relativePath(from: directory, to: folder)
        let source = try EmbeddedSource(target: name, files: files(in: folder), place: place)
        for (path, text) in [("\(name).c", source.implementation), ("include/\(name).h", source.header)] {
            let file = directory.appending(path: path)
            let written = try? String(contentsOf: file, encoding: .utf8)
            if written == text { continue }
            guard !checks else { throw EmbeddingError.stale(file.path) }
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            print("Wrote \(file.path)")
        }
    }

    /// A target that has no source yet is not known: it is to be in `Sources`.
    private func directory(of target: String, in package: Package) throws -> URL {
        if let known = package.targets.first(where: { $0.name == target }) { return known.directoryURL }
        let directory = package.directoryURL.appending(path: "Sources/\(target)")
        guard FileManager.default.fileExists(atPath: directory.path) else { throw EmbeddingError.noTarget }
        return directory
    }

    /// The paths of all files, in the order of their bytes, but those whose names begin with a dot.
    private func files(in folder: URL) throws -> [String] {
        guard let names = FileManager.default.enumerator(atPath: folder.path) else {
            throw EmbeddingError.noFolder(folder.path)
        }
        var files: [String] = []
        while let name = names.nextObject() as? String {
            if name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
            let path = folder.appending(path: name).path
            switch try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
            case .typeRegular: files.append(name)
            case .typeDirectory: break
            // A link could lead anywhere, and its target's bytes would be in the program.
            default: throw EmbeddingError.noFile(path)
            }
        }
        return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func relativePath(from base: URL, to folder: URL) -> String {
        let base = base.standardizedFileURL.pathComponents
        let folder = folder.standardizedFileURL.pathComponents
        let common = zip(base, folder).prefix { $0 == $1 }.count
        return ([String](repeating: "..", count: base.count - common) + folder[common...]).joined(separator: "/")
    }
}

package import Foundation

/// What strict TypeScript says of files.
package enum TypeScriptCompiler {
    /// One fault, by its place and the compiler's number for it.
    package struct Diagnostic: Hashable, Comparable, CustomStringConvertible {
        let file: String
        let line: Int
        let code: String
        package var description: String { "\(file):\(line) \(code)" }

        package static func < (left: Self, right: Self) -> Bool {
            (left.file, left.line) < (right.file, right.line)
        }
    }

    /// The compiler ended in a way that its diagnostics do not explain.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Compiles files of a folder, with all that they import, and returns the faults.
    package static func compile(_ files: [String], in folder: URL) async throws -> Set<Diagnostic> {
        let options = [
            "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", "es2022",
            "--moduleResolution", "node", "--pretty", "false",
        ]
        let run = try await ToolRun.run("/usr/bin/tsc", options + files, in: folder)
        let diagnostics = run.output.components(separatedBy: "\n").compactMap { line -> Diagnostic? in
            guard let match = line.firstMatch(of: /^(.+?)\((\d+),\d+\): error (TS\d+):/) else { return nil }
            return Diagnostic(
                file: String(match.output.1), line: Int(match.output.2) ?? 0, code: String(match.output.3))
        }
        // The compiler ends with 0 only when it has nothing to say; an error of another shape is one too.
        guard (run.status == 0) == diagnostics.isEmpty else {
            throw Failure(description: "\(run.output) \(run.errorText)")
        }
        return Set(diagnostics)
    }

    /// The faults that a text says it has: lines that end with `// TS` and a number have this one.
    package static func expectations(of text: String, in file: String) -> [Diagnostic] {
        text.components(separatedBy: "\n").enumerated().compactMap { index, line in
            line.firstMatch(of: /\/\/ (TS\d+)$/).map {
                Diagnostic(file: file, line: index + 1, code: String($0.output.1))
            }
        }
    }
}

import CJavaScriptCore
import Foundation
import JavaScriptValues
import Testing

/// In processes of their own: when the main thread has used JavaScriptCore before WebKit, WebKit's main loop is one that
/// nobody runs, and no page of the process ever loads (WebKitGTK 2.50).
@Suite struct JavaScriptValueReaderTests {
    @Test func valuesOfAContextAreRead() async {
        await #expect(processExitsWith: .success) { @MainActor in try Self.readValues() }
    }

    @Test func theContextIsNotKept() async {
        await #expect(processExitsWith: .success) { @MainActor in try Self.letContextGo() }
    }

    @MainActor
    private static func readValues() throws {
        let context = try ScriptContext(namesCodec: false)
        let value = try context.withValue(of: "({a: [1, 'x\\0y', new Date(0)], b: true})") { pointer in
            try JavaScriptValueReader.read(pointer)
        }
        let expected: [String: Any] = ["a": [1.0, "x\u{0}y", Date(timeIntervalSince1970: 0)] as [Any], "b": true]
        #expect(areSame(value, expected))
        try context.withValue(of: "undefined") { pointer in
            let value = try JavaScriptValueReader.read(pointer)
            #expect(value == nil)
        }
        try context.withValue(of: "() => 1") { pointer in
            _ = #expect(throws: JavaScriptDecodingError.unsupported(reason: "a function")) {
                _ = try JavaScriptValueReader.read(pointer)
            }
        }
        try context.withValue(of: "[new Date(1)]") { pointer in
            let text = try JavaScriptValueReader.codecText(of: pointer)
            #expect(text == "~:[@1]")
        }
    }

    @MainActor
    private static func letContextGo() throws {
        var hasGone = false
        try withUnsafeMutablePointer(to: &hasGone) { flag in
            do {
                let context = try ScriptContext(namesCodec: false)
                g_object_weak_ref(
                    UnsafeMutableRawPointer(context.pointer).assumingMemoryBound(to: GObject.self),
                    { flag, _ in flag?.assumingMemoryBound(to: Bool.self).pointee = true }, flag)
                try context.withValue(of: "[1]") { _ = try JavaScriptValueReader.read($0) }
            }
        }
        #expect(hasGone)
    }
}

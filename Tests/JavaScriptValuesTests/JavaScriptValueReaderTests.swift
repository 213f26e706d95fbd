import CJavaScriptCore
import Foundation
import JavaScriptValues
import Testing

@MainActor @Suite struct JavaScriptValueReaderTests {
    @Test func valuesOfAContextAreRead() throws {
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

    @Test func theContextIsNotKept() throws {
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

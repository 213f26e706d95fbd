import Foundation
import JavaScriptValues
import Testing

@Suite struct JavaScriptDepthTests {
    @Test(arguments: ["[a]", "({a})"])
    func fortyThousandLevelsCrossBothWays(step: String) throws {
        let context = try ScriptContext()
        let script = "(n => { let a = 1; for (let i = 0; i < n; i++) a = \(step); return a })"
        for tag in ["", ", new Date(0)"] {
            var value = try context.swiftValue(of: "[\(script)(39999)\(tag)]")
            let text = try JavaScriptValueEncoder.encode(value)
            context.set("text", to: text)
            #expect(try context.run("codec.encode(codec.decode(text)) === text") == "true")
            value = nil
        }
        for depth in [40_001, 1_000_000] {
            #expect(throws: JavaScriptDecodingError.unsupported(reason: "nesting deeper than 40000")) {
                _ = try context.swiftValue(of: "\(script)(\(depth))")
            }
        }
    }

    @Test func deeperIsRefused() {
        let text = String(repeating: "[", count: 40_001) + String(repeating: "]", count: 40_001)
        #expect(throws: JavaScriptDecodingError.tooDeep(limit: 40_000)) { _ = try JavaScriptValueDecoder.decode(text) }
        let endless = String(repeating: "{\"a\":", count: 1_000_000)
        #expect(throws: JavaScriptDecodingError.tooDeep(limit: 40_000)) {
            _ = try JavaScriptValueDecoder.decode(endless)
        }
        var value: Any = 1
        for _ in 0..<40_001 { value = [value] }
        #expect(throws: JavaScriptEncodingError.tooDeep(limit: 40_000)) { _ = try JavaScriptValueEncoder.encode(value) }
    }
}

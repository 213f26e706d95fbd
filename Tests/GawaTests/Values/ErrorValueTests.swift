import Foundation
import Gawa
import GawaTestSupport
import Testing

enum StoreError: Error {
    case missing
    case full(limit: Int)
}

struct PlainError: Error {}

struct SpokenError: LocalizedError {
    let errorDescription: String?
}

/// Throws what it is asked to.
struct ThrowingService: BridgeService {
    static let name = "throwing"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("message", "text") { (_: Self, text: String) throws in
            throw SpokenError(errorDescription: text)
        }
        bridge.function("missing") { (_: Self) throws in throw StoreError.missing }
        bridge.function("full") { (_: Self) throws in throw StoreError.full(limit: 3) }
        bridge.function("plain") { (_: Self) throws in throw PlainError() }
        bridge.function("cancelled") { (_: Self) throws in throw CancellationError() }
        bridge.function("decoding") { (_: Self) throws in
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the app's own"))
        }
        bridge.function("coded") { (_: Self) throws in throw Carrying(value: ["limit": Int64(3)]) }
        bridge.function("unsendable") { (_: Self) throws in throw Carrying(value: [Int.max]) }
    }
}

/// Errors that functions of the app throw, as the page gets them.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct ErrorValueTests {
    @Test func `BR-001, BR-003: a thrown text arrives character for character, once, and nothing else is told`()
        async throws
    {
        let page = try await BridgedTestPage(ThrowingService(), before: PageTools.add)
        let text = "\n\r\t\"'`${x}C:\\new\\table</script>\u{2028}\u{2029}\u{0}\u{1F600}"
        let outcome = try await page.run(
            """
            let errors = 0;
            const count = () => errors++;
            addEventListener('error', count);
            addEventListener('unhandledrejection', count);
            let caught = [];
            try { await throwing.message(text) } catch (error) { caught.push(error) }
            await new Promise(resolve => setTimeout(resolve));
            return [caught.length, errors, caught[0] instanceof Error, caught[0].message === text].join();
            """, ["text": text])
        #expect(outcome as? String == "1,0,true,true")
    }

    @Test func `BR-049: each error is an Error with name, message, a stable code, its data and the caller's line`()
        async throws
    {
        let page = try await BridgedTestPage(ThrowingService(), before: PageTools.add)
        func facts(_ call: String) async throws -> String? {
            try await page.run(
                """
                async function theCaller() { return await throwing.\(call)() }
                try { await theCaller(); return 'no error' } catch (error) {
                    return [error instanceof Error, error instanceof throwing.GawaError, error.name, error.code, error.message,
                        show(error.data), /theCaller/.test(error.stack)].join('|');
                }
                """) as? String
        }
        #expect(try await facts("missing") == "true|true|Error|StoreError.missing|missing|undefined|true")
        #expect(try await facts("full") == "true|true|Error|StoreError.full|full(limit: 3)|undefined|true")
        #expect(try await facts("plain") == "true|true|Error|PlainError|PlainError()|undefined|true")
        #expect(
            try await facts("cancelled")
                == "true|true|AbortError|aborted|The function was cancelled|undefined|true")
        #expect(try await facts("decoding")?.hasPrefix("true|true|Error|DecodingError.dataCorrupted|") == true)
        #expect(
            try await facts("coded") == "true|true|Error|carrying|Carries {\"limit\":3}|{\"limit\":3n}|true")
        let unsendable = try await facts("unsendable")
        #expect(
            unsendable?.hasPrefix("true|true|Error|carrying|Carries [9223372036854775807] (its data cannot be sent: ")
                == true)
        #expect(unsendable?.hasSuffix("|undefined|true") == true)
    }

    @Test func `an error that a page's function throws comes with its message, code, data, stack and place`()
        async throws
    {
        let page = try await BridgedTestPage(ValueService(), before: PageTools.add)
        let text = "\n\"'`${x}\\</script>\u{2028}\u{0}\u{1F600}"
        try await page.run(
            """
            globalThis.thrower = function thrower(text) {
                throw Object.assign(
                    new TypeError(text), { code: 'own.code', data: { when: new Date(5), bytes: new Uint8Array([1]) } });
            };
            globalThis.odd = () => { throw Object.assign(new Error('m'), { code: 7, data: () => 1, stack: 5 }) };
            globalThis.dom = () => { throw new DOMException('d', 'NotFoundError') };
            globalThis.getter = () => { throw { get message() { throw 1 }, toString() { throw 2 } } };
            """)
        struct Facts: Codable, Equatable {
            var when: Date
            var bytes: Data
        }
        func failure(_ name: String, _ argument: String = "") async throws -> JavaScriptError {
            do {
                try await page.functions.call(name, argument)
            } catch {
                if case .javaScript(let error) = error { return error }
                throw error
            }
            throw TestFailure("\(name) did not throw")
        }
        let error = try await failure("thrower", text)
        #expect(error.name == "TypeError")
        #expect(error.message == text)
        #expect(error.code == "own.code")
        #expect(error.stack?.contains("thrower") == true)
        #expect(error.line != nil)
        #expect(try error.data() == Facts(when: Date(timeIntervalSince1970: 0.005), bytes: Data([1])))
        let wrong = #expect(throws: BridgeError.self) { try error.data(as: [String: Int].self) }
        #expect(wrong?.description.hasPrefix("data.") == true, "\(String(describing: wrong))")
        let odd = try await failure("odd")
        #expect(odd.message == "m")
        #expect(odd.code == nil)
        #expect(try odd.data(as: Int.self) == nil)
        #expect(try await failure("dom").name == "NotFoundError")
        // Nothing of it can be read, and the call ends all the same.
        _ = try await failure("getter")
    }
}

import Gawa
import Testing

/// What a page cannot send is refused by path and kind, and the next call works.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct RefusedValueTests {
    private static let kinds: [(sent: String, words: String)] = [
        ("new Blob(['x'])", "Blob"), ("new File([], 'x')", "File"), ("new Map", "Map"), ("new Set", "Set"),
        ("new WeakMap", "WeakMap"), ("() => 1", "function"), ("class {}", "function"), ("Symbol('s')", "symbol"),
        ("Promise.resolve()", "Promise"), ("/x/", "RegExp"), ("document.body", "HTMLBodyElement"), ("window", "Window"),
        ("new FormData", "FormData"), ("new URLSearchParams", "URLSearchParams"), ("new Error('e')", "Error"),
        ("new AbortController().signal", "AbortSignal"), ("new Event('x')", "Event"),
        ("document.all", "HTMLAllCollection"),
        ("Object(Symbol.iterator)", "Symbol"), ("new WeakRef({})", "WeakRef"), ("(function* () {})()", "Generator"),
        ("new ReadableStream", "ReadableStream"), ("new Headers", "Headers"), ("new ImageData(1, 1)", "ImageData"),
        ("new Proxy(() => 1, {})", "function"),
        ("new Proxy({}, { ownKeys() { throw 1 } })", "unreadable"),
        ("new Proxy([], { get() { throw 1 } })", "unreadable"),
        ("({ get x() { throw new Error('no') } })", "unreadable"),
        ("(() => { const it = {}; it.it = it; return it })()", "a cycle"),
        ("(() => { const it = []; it[0] = [it]; return it })()", "a cycle"),
        (
            "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()",
            "unreadable"
        ),
    ]

    @Test func `BR-019: each kind that cannot be sent is refused by its name, alone and within`() async throws {
        let page = try await BridgedTestPage(ValueService())
        for kind in Self.kinds {
            let refused = try await page.outcome("return await values.table(\(kind.sent))")
            #expect(refused.hasPrefix("true DataCloneError dataClone arguments[0]"), "\(kind.sent): \(refused)")
            #expect(refused.hasSuffix(" cannot be sent: \(kind.words)"), "\(kind.sent): \(refused)")
            let within = try await page.outcome(
                "return await values.call('table', [1, { list: [0, { deep: \(kind.sent) }] }])")
            #expect(
                within.hasPrefix("true DataCloneError dataClone arguments[1].list[1].deep"), "\(kind.sent): \(within)")
            #expect(within.hasSuffix(" cannot be sent: \(kind.words)"), "\(kind.sent): \(within)")
        }
        #expect(try await page.outcome("return await values.int(1)") == "value 1")
    }

    @Test func `what a page's function returns, and cannot be sent, rejects the app's call by path and kind`()
        async throws
    {
        let page = try await BridgedTestPage(ValueService())
        for kind in Self.kinds where !kind.sent.contains("Promise") {
            await #expect("\(kind.sent)") {
                try await page.run("globalThis.make = () => ({ list: [0, { deep: \(kind.sent) }] })")
                try await page.functions.call("make")
            } throws: { error in
                guard case .javaScript(let error)? = error as? BridgeError else { return false }
                #expect(error.name == "DataCloneError")
                #expect(error.code == "dataClone")
                #expect(error.message.hasPrefix("result.list[1].deep"), "\(error.message)")
                return error.message.hasSuffix(" cannot be sent: \(kind.words)")
            }
        }
    }

    @Test func `a view of bytes that have been given away is refused by its path`() async throws {
        let page = try await BridgedTestPage(ValueService())
        let gone = try await page.outcome(
            """
            const bytes = new Uint8Array(8);
            structuredClone(bytes, { transfer: [bytes.buffer] });
            return await values.sample({ a: [1, bytes] });
            """)
        #expect(gone.hasPrefix("true DataCloneError dataClone arguments[0].a[1] cannot be sent:"), "\(gone)")
    }

    @Test func `objects of other realms and classes are read like the page's own`() async throws {
        let page = try await BridgedTestPage(
            ValueService(), html: "<iframe srcdoc='x'></iframe>", before: PageTools.add)
        #expect(
            try await page.outcome(
                """
                const other = document.querySelector('iframe').contentWindow;
                return [
                    show(await values.date(new other.Date(5))), show(await values.data(new other.Uint8Array([7]))),
                    show(await values.optionals(new other.Array(1, 2))), show(await values.table(new other.Object())),
                    await values.table(new other.Map()).catch(error => error.message),
                ].join('; ');
                """) == "value Date 5; Uint8Array [7]; [1,2]; {}; arguments[0] cannot be sent: Map")
    }
}

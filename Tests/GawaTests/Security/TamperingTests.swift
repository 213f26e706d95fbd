import GawaTestSupport
import Testing

@testable import Gawa

/// Whatever a page does to its globals breaks no call and tells it nothing that is the bridge's own.
@MainActor @Suite(.serialized)
struct TamperingTests {
    private func page(_ reports: MessageRecorder, _ notes: Notes) async throws -> BridgedTestPage {
        let page = try await BridgedTestPage(
            EchoService(), NotingService(notes: notes),
            before: { configuration in
                configuration.userContentController.add(reports, name: "report")
                configuration.userContentController.addUserScript(
                    WKUserScript(source: Tampering.script, injectionTime: .atDocumentStart, forMainFrameOnly: true))
            })
        try await page.run("startUse()")
        return page
    }

    @Test(.timeLimit(.minutes(10)), arguments: Tampering.all)
    func `BR-064: altered globals neither break the bridge nor hear what is its own`(tampering: Tampering) async throws
    {
        let reports = MessageRecorder()
        let notes = Notes()
        let page = try await page(reports, notes)
        let token = try await page.document().token
        try await page.page.evaluate("alter('\(tampering.target)', '\(tampering.mode)'); heard = ''; useBridge(); 0")
        try await reports.wait(count: 1)
        let report = Set((reports.bodies[0] as? String ?? "").split(separator: ";").map(String.init))
        #expect(report == Tampering.report)
        try await notes.wait(for: "\(page.server.origin()) s3cret one way")
        #expect(try await page.functions.call("doubled", 21, returning: Int.self) == 42)
        #expect(try await page.functions.call("tripled", 14, returning: Int.self) == 42)
        let heard = try #require(try await page.page.evaluate("heard") as? String)
        // Neither the document's name, nor any message or batch, nor a value.
        #expect(!heard.contains(token), "\(heard)")
        #expect(!heard.contains("s3cret"), "\(heard)")
        #expect(!heard.contains("[\""), "\(heard)")
    }

    @Test func `BR-064: a page's toJSON stays, and is not called for what is sent`() async throws {
        let page = try await BridgedTestPage(ValueService(), before: PageTools.add)
        #expect(
            try await page.outcome(
                """
                const own = () => 'TAMPERED';
                for (const type of [Array, String, Object, Date, Number, Boolean, URL, BigInt]) type.prototype.toJSON = own;
                const results = [
                    await values.optionals([1, 2]), await values.string('s'), await values.table({ a: 3 }), await values.date(new Date(5)),
                    await values.double(0.5), await values.bool(true), await values.int64(5n), await values.url(new URL('https://example.com/')),
                    await values.sampleSpelt({ toJSON: 1 }).catch(error => error.code),
                ];
                const kept = Array.prototype.toJSON === own && Object.prototype.toJSON === own;
                for (const type of [Array, String, Object, Date, Number, Boolean, URL, BigInt]) delete type.prototype.toJSON;
                return show(results) + kept;
                """)
                == "value [[1,2],\"s\",{\"a\":3},Date 5,0.5,true,5n,\"https://example.com/\",\"badArgument\"]true")
    }

    @Test func `a then on Object's prototype decides about objects alone, as the language has it`() async throws {
        let page = try await BridgedTestPage(EchoService())
        #expect(
            try await page.outcome(
                """
                let asked = 0;
                Object.defineProperty(Object.prototype, 'then', { configurable: true, get() { asked++; return undefined } });
                const results = [await echo.add(2, 3), await echo.text('x'), (await echo.makeSample()).count,
                    await echo.call('gone').catch(error => error.code)];
                delete Object.prototype.then;
                return results.join();
                """) == "value 5,x,3,unknownFunction")
    }
}

import Gawa
import Testing

/// Functions of the app, called by a real page.
@MainActor @Suite(.serialized)
struct FunctionTests {
    @Test func `a call gets its function's result`() async throws {
        let page = try await BridgedTestPage(EchoService())
        #expect(try await page.outcome("return await echo.add(2, 3)") == "value 5")
        #expect(try await page.outcome("return typeof await echo.nothing()") == "value undefined")
        #expect(try await page.outcome("return await echo.text('é\\u0000\\u2028')") == "value é\u{0}\u{2028}")
    }

    @Test func `each failure has a name and a code of its own`() async throws {
        let page = try await BridgedTestPage(EchoService())
        #expect(
            try await page.outcome("return await echo.call('gone')")
                == "true NotFoundError unknownFunction There is no function 'echo.gone'")
        let bad = try await page.outcome("return await echo.add(1, 'x')")
        #expect(bad.hasPrefix("true TypeError badArgument arguments[1]"), "\(bad)")
    }

    @Test func `functions of the page are called with data and answer with data`() async throws {
        let page = try await BridgedTestPage(EchoService())
        try await page.run("globalThis.cart = { total(currency) { return currency + this.sum }, sum: 5 }")
        #expect(try await page.functions.call("cart.total", "EUR", returning: String.self) == "EUR5")
        await #expect(throws: BridgeError.self) { try await page.functions.call("cart.gone") }
    }

    @Test func `in a debug build the page can see which declarations the app has`() async throws {
        let page = try await BridgedTestPage(EchoService())
        let hash = BridgeSchema(EchoService.self).hash
        #expect(try await page.run("return echo.schemaHash") as? String == hash)
    }
}

import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Every kind of value on its way from a page to a function of the app, and back.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct PageValueTests {
    private func page() async throws -> BridgedTestPage {
        try await BridgedTestPage(ValueService(), before: PageTools.add)
    }

    private func check(_ rows: [ValueRow]) async throws {
        let page = try await page()
        for row in rows {
            let name = "\(row.function) \(row.sent)"
            #expect(
                try await page.outcome("return await values.\(row.function)Spelt(\(row.sent))") == "value \(row.spelt)",
                "\(name), as the app sees it")
            #expect(
                try await page.outcome("return show(await values.\(row.function)(\(row.sent)))")
                    == "value \(row.shown)",
                "\(name), as it comes back")
            // The error's data is the value as it comes back, its message the value as the app sees it.
            #expect(
                try await page.outcome(
                    """
                    try { await values.\(row.function)Thrown(\(row.sent)); return 'no error' }
                    catch (error) { return [error.name, error.code, error.message, show(error.data)].join('|') }
                    """) == "value Error|carrying|Carries \(row.spelt)|\(row.shown)", "\(name), thrown")
        }
    }

    private func checkNested(_ rows: [ValueRow]) async throws {
        let page = try await page()
        for row in rows where !["", "undefined", "null"].contains(row.sent) {
            let nested =
                """
                const value = \(row.sent), table = { key: value };
                Object.defineProperty(table, '__proto__', { value, enumerable: true });
                return show(await values.\(row.function)Nested({ inside: value, list: [value, value], table, maybe: value }));
                """
            let shown = row.shown
            #expect(
                try await page.outcome(nested)
                    == "value {\"inside\":\(shown),\"list\":[\(shown),\(shown)],\"maybe\":\(shown),"
                    + "\"table\":{\"__proto__\":\(shown),\"key\":\(shown)}}", "\(row.function) \(row.sent), nested")
        }
    }

    @Test func `BR-009, BR-011, BR-012, BR-016: scalars arrive, come back and are thrown as themselves`() async throws {
        try await check(ValueRow.scalars)
    }

    @Test func `BR-019: exactly the viewed bytes arrive, and come back as a Uint8Array`() async throws {
        try await check(ValueRow.bytes)
    }

    @Test func `BR-014, BR-066: arrays keep their places, objects their own members, optionals what is absent`()
        async throws
    {
        try await check(ValueRow.containers)
    }

    @Test func `BR-001, BR-006: text arrives unit by unit, and a lone surrogate as U+FFFD`() async throws {
        try await check(ValueRow.text)
    }

    @Test(arguments: [ValueRow.scalars, ValueRow.bytes, ValueRow.containers, ValueRow.text])
    func `BR-009, BR-019: values within arrays, objects and optionals are the same as alone`(rows: [ValueRow])
        async throws
    {
        try await checkNested(rows)
    }

    @Test func `BR-002: each character of ASCII comes back as an answer of its own`() async throws {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                for (let unit = 0; unit < 128; unit++) {
                    const text = String.fromCharCode(unit);
                    for (const sent of [text, "name 'Path' isn't known" + text]) {
                        if (await values.string(sent) !== sent) return unit;
                    }
                }
                return 'all';
                """) == "value all")
    }

    @Test func `BR-008: nothing is percent-decoded`() async throws {
        let page = try await page()
        for text in ["100%", "%7B%22%7D", "%u2028", "a+b", "a%2Fb", "%", "%zz", "&amp;", "\\u0041"] {
            let spelt = try await page.run(
                "return await values.string(text) === text && await values.stringSpelt(text)", ["text": text])
            #expect(spelt as? String == Spelling.of(text))
        }
    }

    @Test func `a mebibyte of bytes comes back the same`() async throws {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const bytes = new Uint8Array(1 << 20).map((_, index) => index * 31 >> 3);
                const back = await values.data(bytes);
                return back.length === bytes.length && back.every((byte, index) => byte === bytes[index]);
                """) == "value true")
    }

    @Test func `BR-066: no data changes what other objects have`() async throws {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const hostile = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"polluted": 1}}');
                try { await values.table(hostile) } catch {}
                await values.table(JSON.parse('{"__proto__": 1}'));
                return [typeof ({}).polluted, typeof Object.polluted, Object.getPrototypeOf(await values.table({ __proto__: null, a: 1 }))
                    === Object.prototype];
                """) == "value [\"undefined\",\"undefined\",true]")
    }

    @Test func `a depth at the limit crosses both ways, and one more is refused by name`() async throws {
        let page = try await page()
        let make =
            "const make = depth => { let tree = { children: [] }; while (depth > 2) { tree = { children: [tree] }; depth -= 2 } return tree };"
        #expect(
            try await page.outcome(
                "\(make) const tree = make(512); return show(await values.tree(tree)) === show(tree)")
                == "value true")
        #expect(
            try await page.outcome("\(make) return await values.tree(make(514))")
                .hasPrefix("true DataCloneError dataClone arguments[0].children[0].children[0]"))
        #expect(
            try await page.outcome(
                "\(make) try { await values.tree(make(514)) } catch (error) { return error.message.slice(-26) }"
            )
            .hasSuffix(" cannot be sent: too deep"))
        // The next call works.
        #expect(try await page.outcome("return await values.int(1)") == "value 1")
    }
}

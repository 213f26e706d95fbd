import Gawa
import GawaTestSupport
import Testing
import WebKit

/// What console methods bring to Swift.
@MainActor @Suite(.serialized)
struct ConsoleCallTests {
    @Test func `BR-107: every argument of every level comes typed and readable`() async throws {
        let page = try await ConsolePage(html: "<body id=main class=wide><p>text</p>")
        let arguments = """
            'a',{b:[1,2]},new Error('boom'),null,undefined,-0,10n,Symbol('s'),()=>1,new Map([[1,2]]),document.body,\
            true,function named() {},new Date(0),/x\\/y/gi,new Set(['e']),new Uint8Array([7]),[1,,3],NaN,
            """
        for level in [ConsoleLevel.log, .error, .warn, .info, .debug] {
            let entries = try await page.entries(after: "console.\(level.rawValue)(\(arguments))")
            let entry = try #require(entries.first)
            #expect(entries.count == 1 && entry.kind == .call && entry.level == level)
            let values = entry.arguments
            try #require(values.count == 19)
            let object = ConsoleValue.object(
                className: "Object",
                members: [
                    ConsoleMember(
                        key: "b",
                        value: .array(className: "Array", elements: [.number(1), .number(2)], omittedCount: 0))
                ], omittedCount: 0)
            #expect(values[0...1] == [.string("a"), object])
            guard case .error(let error) = values[2] else {
                Issue.record("no error: \(values[2])")
                return
            }
            #expect(error.name == "Error" && error.message == "boom" && error.stack.contains("@"))
            #expect(error.location?.line == 1)
            #expect(values[3...4] == [.null, .undefined])
            guard case .number(let zero) = values[5] else { return }
            #expect(zero == 0 && zero.sign == .minus)
            #expect(values[6...8] == [.bigInt("10"), .symbol("Symbol(s)"), .function(name: "")])
            #expect(
                values[9]
                    == .map(entries: [ConsoleMapEntry(key: .number(1), value: .number(2))], omittedCount: 0))
            #expect(values[10] == .element("<body id=\"main\" class=\"wide\">…</body>"))
            #expect(values[11...12] == [.boolean(true), .function(name: "named")])
            #expect(values[13] == .date(Date(timeIntervalSince1970: 0)))
            #expect(values[14] == .regularExpression("/x\\/y/gi"))
            #expect(values[15] == .set(elements: [.string("e")], omittedCount: 0))
            #expect(values[16] == .array(className: "Uint8Array", elements: [.number(7)], omittedCount: 0))
            #expect(
                values[17]
                    == .array(className: "Array", elements: [.number(1), .hole, .number(3)], omittedCount: 0))
            guard case .number(let nan) = values[18] else { return }
            #expect(nan.isNaN)
            #expect(entry.text.hasPrefix("a {b: [1, 2]} Error: boom\n"))
            #expect(
                entry.text.hasSuffix(
                    " null undefined -0 10n Symbol(s) [function] Map(1) {1 => 2} <body id=\"main\" class=\"wide\">…</body>"
                        + " true [function named] 1970-01-01T00:00:00.000Z /x\\/y/gi Set(1) {\"e\"} Uint8Array [7]"
                        + " [1, empty, 3] NaN"))
            #expect(entry.frame.isMainFrame && entry.frame.origin == page.server.origin())
            #expect(abs(entry.date.timeIntervalSinceNow) < 60)
        }
    }

    @Test(
        arguments: [
            ("'%s is %d years and %i days', 'Ann', 42.9, '7 days'", "Ann is 42 years and 7 days"),
            ("'%f%%', '1.50x'", "1.5%"), ("'%o %O', {a:{b:1}}, [1]", "{a: {b: 1}} [1]"),
            ("'%cred', 'color:red'", "red"),
            ("'%d %i %f', Symbol('x'), Symbol('y'), Symbol('z')", "NaN NaN NaN"), ("'%d', 12n", "12"),
            ("'%s', {toString() { throw 1 }}", "{toString: [function toString]}"), ("'100%'", "100%"),
            ("'%s'", "%s"), ("'%s %s', 1", "1 %s"), ("'%j %s', 1", "%j 1"), ("'a', 'b', 1", "a b 1"),
            ("1, '%s', 2", "1 %s 2"), ("'%s', '%s', 'c'", "%s c"), ("", ""),
        ])
    func `BR-107: format specifiers work as in the Console Standard`(arguments: String, text: String) async throws {
        let page = try await ConsolePage(html: "<p>")
        #expect(try await page.entries(after: "console.log(\(arguments))").map(\.text) == [text])
    }

    @Test func `BR-107: table, assert, count, time, groups, dir, trace and clear follow the Console Standard`()
        async throws
    {
        let page = try await ConsolePage(html: "<p>")
        let entries = try await page.entries(
            after: """
                console.table([{ a: 1, b: 'x' }, { a: 2, c: 3 }]); console.table([{ a: 1, b: 2 }], ['b']); console.table(5)
                console.assert(true, 'no'); console.assert(false, '%s!', 'why'); console.assert(0); console.assert('', {a: 1})
                console.count(); console.count('x'); console.count('x'); console.countReset('x'); console.count('x')
                console.countReset('none'); console.count('__proto__')
                console.time('t'); console.time('t'); console.timeLog('t', 'more', 1); console.timeEnd('t'); console.timeEnd('t')
                console.group('outer %s', 1); console.groupCollapsed('inner'); console.log('deep'); console.groupEnd()
                console.groupEnd(); console.groupEnd(); console.log('flat'); console.group(); console.clear(); console.log('top')
                console.dir({ a: 1 }); console.dirxml(document.createElement('p'))
                function traced() { console.trace('here'); return 1 } traced()
                """)
        let texts = entries.map(\.text)
        #expect(texts[0] == "(index) | a | b   | c\n0       | 1 | \"x\" |  \n1       | 2 |     | 3")
        #expect(texts[1] == "(index) | b\n0       | 2")
        #expect(texts[2] == "5" && entries[2].level == .table)
        #expect(texts[3...5] == ["Assertion failed: why!", "Assertion failed", "Assertion failed {a: 1}"])
        #expect(entries[3...5].allSatisfy { $0.level == .assert })
        #expect(entries[3].arguments == [.string("%s!"), .string("why")])
        #expect(texts[6...9] == ["default: 1", "x: 1", "x: 2", "x: 1"])
        #expect(texts[10...11] == ["Count for \"none\" does not exist", "__proto__: 1"])
        #expect(entries[10].level == .warn && entries[11].level == .count)
        #expect(texts[12] == "Timer \"t\" already exists")
        #expect(texts[13].wholeMatch(of: #/t: [\d.]+ ms more 1/#) != nil, "\(texts[13])")
        #expect(texts[14].wholeMatch(of: #/t: [\d.]+ ms/#) != nil && entries[14].level == .timeEnd)
        #expect(texts[15] == "Timer \"t\" does not exist")
        let rest = entries[16...]
        #expect(
            rest.map { "\($0.level.rawValue) \($0.groupDepth)" } == [
                "group 0", "groupCollapsed 1", "log 2", "groupEnd 1", "groupEnd 0", "groupEnd 0", "log 0", "group 0",
                "clear 0", "log 0", "dir 0", "dirxml 0", "trace 0",
            ])
        #expect(rest.first?.text == "outer 1")
        #expect(texts.suffix(3).prefix(2) == ["{a: 1}", "<p></p>"])
        let trace = try #require(entries.last)
        #expect(trace.text.hasPrefix("here\ntraced@"))
        #expect(trace.stack?.split(separator: "\n").count == 2)
    }

    @Test func `a call says where it is`() async throws {
        let page = try ConsolePage()
        page.server.route(
            "/", .html("<script src=/@scripts/a.js></script><script>\nlet a\n  console.log('inline')</script>"))
        page.server.route("/@scripts/a.js", .javaScript("function f() {\n    console.warn('file')\n}\nf()"))
        try await page.page.load(page.server.url())
        let entries = try await page.wait(count: 2)
        let file = try #require(entries[0].location)
        #expect(file.source == page.server.url("/@scripts/a.js").absoluteString)
        #expect(file.line == 2 && file.column > 4)
        #expect(entries[1].location?.source == page.server.url("/").absoluteString)
        #expect(entries[1].location?.line == 3)
    }

    @Test func `BR-107: the page's own console gets the same calls, with the same object and arguments`() async throws {
        let configuration = TestPage.configuration()
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: """
                    var calls = []
                    for (const name of Object.keys(console)) {
                        if (typeof console[name] !== 'function') continue
                        const native = console[name]
                        console[name] = function () { calls.push([name, this, [...arguments]]); native.apply(this, arguments) ; return name }
                    }
                    """, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        let page = try await ConsolePage(html: "<p>", configuration: configuration)
        let same = try await page.page.call(
            """
            const names = ['assert', 'clear', 'count', 'countReset', 'debug', 'dir', 'dirxml', 'error', 'group', 'groupCollapsed',
                'groupEnd', 'info', 'log', 'table', 'time', 'timeEnd', 'timeLog', 'trace', 'warn']
            const given = [{ toString: () => 'label' }, { a: 1 }, 3]
            for (const name of names) {
                calls.length = 0
                const self = {}
                const result = console[name].apply(self, given)
                if (result !== name) return name + ' returns ' + result
                if (calls.length !== 1 || calls[0][0] !== name || calls[0][1] !== self) return name + ' is not called alike'
                if (calls[0][2].length !== 3 || calls[0][2].some((value, index) => value !== given[index])) return name + ' has others'
                if (console[name].name !== '' && console[name].name !== name) return name + ' is called ' + console[name].name
                if ('prototype' in console[name]) return name + ' is a constructor'
            }
            return 'same'
            """)
        #expect(same as? String == "same")
    }

    @Test func `a page that puts its own methods or console in place keeps them, and what it passes on is heard`()
        async throws
    {
        let page = try await ConsolePage(html: "<p>")
        let entries = try await page.entries(
            after: """
                var own = []; const log = console.log, info = console.info
                console.warn = (...all) => { own.push(all); log.call(console, 'passed on', ...all) }
                console.warn(1, 2)
                console.info = info
                console.info('still'); delete console.error; typeof console.error
                """)
        #expect(entries.map(\.text) == ["passed on 1 2", "still"])
        #expect(try await page.page.evaluate("JSON.stringify(own)") as? String == "[[1,2]]")
        #expect(
            try await page.page.evaluate("window.console = { log(x) { own.push(x) } }; console.log('mine'); own[1]")
                as? String == "mine")
    }

    @Test func `A7: a script that replaces console.log and posts by itself works beside the console`() async throws {
        let recorder = MessageRecorder()
        for isFirst in [true, false] {
            let configuration = TestPage.configuration()
            let raw = WKUserScript(
                source: """
                    console.log = (original => function (...all) {
                        webkit.messageHandlers.logging.postMessage(String(all[0])); original.apply(console, all)
                    })(console.log)
                    """, injectionTime: .atDocumentStart, forMainFrameOnly: true)
            let console = PageConsole(standardError: false)
            if isFirst { configuration.userContentController.addUserScript(raw) }
            configuration.userContentController.add(recorder, name: "logging")
            console.install(in: configuration)
            if !isFirst { configuration.userContentController.addUserScript(raw) }
            let page = try await ConsolePage(
                html: "<script>console.log('hello')</script>", console, configuration: configuration)
            #expect(try await page.wait(count: 1).map(\.text) == ["hello"])
            #expect(try await recorder.wait(count: isFirst ? 1 : 2).last?.body as? String == "hello")
        }
    }
}

import Gawa
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Pages that mean harm.
@MainActor @Suite(.serialized)
struct ConsoleHostileTests {
    @Test func `what the page replaces, deletes or freezes later is not used`() async throws {
        // The engine's own method does convert its arguments.
        let configuration = TestPage.configuration()
        configuration.userContentController.addUserScript(
            WKUserScript(source: "console.error = () => {}", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        let page = try await ConsolePage(html: "<p>", configuration: configuration)
        try await page.page.evaluate(
            """
            var bad = '', define = Reflect.defineProperty, freeze = Object.freeze, apply = Reflect.apply
            var given = ['heard', { a: [1, 'x'] }, new Map([[1, 2]]), new Date(0), /x/g, 10n, Symbol.iterator, document.body]
            const spared = { __proto__: null, constructor: 1, name: 1, prototype: 1, length: 1, push: 1, stackTraceLimit: 1 }
            const trap = name => function () { bad += typeof name === 'string' ? name + ' ' : 'symbol '; throw 'trap' }
            const types = [Object, Array, String, Number, BigInt, Symbol, Date, RegExp, Map, Set, Promise, Function, Error, Event, ErrorEvent, Node, Element, Reflect, JSON, Math,
                Object.getPrototypeOf(Uint8Array), Object.getPrototypeOf(new Map().entries()), Object.getPrototypeOf([][Symbol.iterator]())]
            const { ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect
            for (let t = 0; t < types.length; ++t) {
                const type = types[t]
                for (let o = 0; o < 2; ++o) {
                    const object = o ? type.prototype : type
                    if (!object) continue
                    const keys = ownKeys(object)
                    for (let k = 0; k < keys.length; ++k) {
                        const key = keys[k]
                        const found = getOwnPropertyDescriptor(object, key)
                        if (!found.configurable || key === 'defineProperty' || key === 'getPrototypeOf') continue
                        if (key in spared) continue
                        try {
                            if (typeof found.value === 'function') defineProperty(object, key, { __proto__: null, value: trap(key), configurable: true, writable: true })
                            else if (found.get) defineProperty(object, key, { __proto__: null, get: trap(key), configurable: true })
                        } catch (e) {}
                    }
                }
            }
            0
            """)
        try await page.page.evaluate(
            """
            const names = ['queueMicrotask', 'setTimeout', 'JSON', 'Reflect', 'Promise', 'Error', 'webkit', 'addEventListener', 'String', 'performance']
            for (let i = 0; i < names.length; ++i)
                define(window, names[i], { __proto__: null, get() { bad += names[i] + ' '; throw 1 }, configurable: true })
            define(Array.prototype, 0, { __proto__: null, set() { bad += 'index ' }, configurable: true })
            define(Object.prototype, 'above', { __proto__: null, set() { bad += 'above ' }, configurable: true })
            define(Object.prototype, 'get', { __proto__: null, get() { bad += 'get ' }, configurable: true })
            define(Object.prototype, 'value', { __proto__: null, get() { bad += 'value ' }, configurable: true })
            freeze(console)
            bad = ''
            apply(console.error, console, given)
            0
            """)
        let entries = try await page.wait(count: 1)
        #expect(
            entries[0].text
                == #"heard {a: [1, "x"]} Map(1) {1 => 2} 1970-01-01T00:00:00.000Z /x/g 10n Symbol(Symbol.iterator) "#
                + "<body>…</body>")
        let used = try await page.page.evaluate("bad") as? String
        #expect(used == "")
    }

    @Test func `messages of any shape are counted and left out, and nothing ends`() async throws {
        let page = try await ConsolePage(html: "<p>")
        let count = try await page.page.call(
            #"""
            const name = Object.getOwnPropertyNames(webkit.messageHandlers).find(n => n.startsWith('gawaConsole'))
            const post = body => webkit.messageHandlers[name].postMessage(body)
            const entry = value => `[1,["log",0,1,"",[${value}]]]`
            const deep = n => '["a","",['.repeat(n) + '],0]'.repeat(n)
            const bodies = [
                1, null, undefined, { a: 1 }, [1], new Date(), '', '1', '{}', '[]', '[2]', '[1', '[1,2]', '[1,[]]', '[1,null]', '"', '[1,{"a":1}]',
                '[1,["log"]]', '[1,["nope",0,1,"",[]]]', '[1,["log",-1,1,"",[]]]', '[1,["log",1e300,1,"",[]]]', '[1,["log",0.5,1,"",[]]]',
                '[1,["log",0,null,"",[]]]', '[1,["log",0,1,5,[]]]', '[1,["log",0,1,"",{}]]', '[1,[[],0,1,"",[]]]', '[1,["log",0,1e999,"",[]]]',
                '[1,["uncaught",0,1,"",[]]]', '[1,["uncaught",0,1,"",[1]]]', '[1,["uncaught",0,1,"",[1],[1,2,3,4]]]', '[1,["rejection",0,1,"",[1,2]]]',
                '[1,["dropped",0,1,"",[]]]', '[1,["dropped",0,1,"",[-5]]]', '[1,["dropped",0,1,"",["x"]]]', '[1,["dropped",0,1,"",[1e300]]]',
                entry('{}'), entry('[]'), entry('[1]'), entry('["z"]'), entry('["n","5"]'), entry('["d",1e300]'), entry('["d","x"]'), entry('["s","x"]'),
                entry('["s","x",-1]'), entry('["a","",{},0]'), entry('["a","",[1],1e99]'), entry('["o","",[[1,2]],0]'), entry('["o","",[["k"]],0]'),
                entry('["m",[[1]],0]'), entry('["e",1,2,3,4,5,6,7,8]'), entry('["u",1]'), entry('"\\ud800"'),
                entry(deep(40)), deep(1000), '['.repeat(1e6), entry(deep(100000)), '[1,' + '"'.repeat(1e6), entry('"' + 'x'.repeat(5e6) + '"'),
            ]
            for (const body of bodies) await post(body)
            return bodies.length
            """#)
        let sent = try #require(count as? Int)
        _ = try await page.entries(after: "")
        #expect(page.console.statistics.malformedCount == sent)
        #expect(page.console.statistics.entryCount == 1)
    }

    @Test func `forged messages within the form are shown as what they are, by the frame that posted`() async throws {
        let page = try await ConsolePage(html: "<p>")
        try await page.page.call(
            #"""
            const name = Object.getOwnPropertyNames(webkit.messageHandlers).find(n => n.startsWith('gawaConsole'))
            const post = body => webkit.messageHandlers[name].postMessage(body)
            await post('[1,["log",9007199254740991,9e15,"x@https://evil.example/:99999999999999999999:1",["a",["set"]]]]')
            await post('[1,["log",9007199254740991,9e15,"x@https://evil.example/:7:8",["a",["t",[],9007199254740991],["m",[[1,2]],9007199254740991]]]]')
            await post('[1,["dropped",0,1,"",[9007199254740991]],["dropped",0,1,"",[9007199254740991]]]')
            """#)
        let entries = try await page.wait(count: 3)
        #expect(entries[0].groupDepth == 1_000 && entries[0].frame.origin == page.server.origin())
        #expect(entries[0].location?.line == 7)
        #expect(entries[0].date.timeIntervalSinceNow < 1)
        #expect(page.console.statistics.malformedCount == 1)
    }

    @Test func `a flood of posts is refused unread, told of, and memory stays bounded`() async throws {
        let page = try await ConsolePage(html: "<p>")
        let before = try residentMegabytes()
        try await page.page.call(
            #"""
            const name = Object.getOwnPropertyNames(webkit.messageHandlers).find(n => n.startsWith('gawaConsole'))
            const body = '[1' + (',["log",0,1,"",["' + 'x'.repeat(9000) + '"]]').repeat(100) + ']'
            for (let i = 0; i < 60; ++i) await webkit.messageHandlers[name].postMessage(body)
            """#)
        let statistics = page.console.statistics
        #expect(statistics.refusedMessageCount > 20)
        #expect(statistics.overwrittenCount > 300)
        try await page.wait("the note") { $0.contains { if case .dropped = $0.kind { true } else { false } } }
        // This test's page keeps what it reads; the rest of 54 MB is not kept.
        #expect(try residentMegabytes() - before < 250)
    }

    private func residentMegabytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * 4096 / 1_048_576
    }
}

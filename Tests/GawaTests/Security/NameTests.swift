import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Functions that have the names of what every object inherits.
struct InheritedNames: BridgeService {
    static let name = "names"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        for name in [
            "constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "catch", "then", "prototype", "a b",
            "é", "0",
        ] {
            bridge.function(name, "value") { (_: Self, value: Int) in "\(name) \(value)" }
        }
    }
}

/// Names mean what the app declared, and nothing that JavaScript inherits.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct NameTests {
    @Test func `BR-066: names that every object inherits are unknown unless they are declared`() async throws {
        let page = try await BridgedTestPage(EchoService())
        for name in [
            "constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "then", "", "call", "0", "a.b",
            "\\u0000",
        ] {
            #expect(
                try await page.outcome("return await echo.call('\(name)', [{ polluted: 1 }])")
                    == "true NotFoundError unknownFunction There is no function 'echo.\(name == "\\u0000" ? "\0" : name)'"
            )
            #expect(try await page.outcome("return echo.has('\(name)')") == "value false")
        }
        #expect(
            try await page.outcome(
                "return ['constructor', 'toString', '__proto__', 'then', 'hasOwnProperty', 'valueOf'].map(name => typeof echo[name]).join()"
            )
                == "value undefined,undefined,undefined,undefined,undefined,undefined")
        #expect(
            try await page.outcome("return typeof ({}).polluted + Object.isFrozen(echo) + Object.getPrototypeOf(echo)")
                == "value undefinedtruenull")
        for name in ["constructor", "__proto__", "toString"] {
            await #expect {
                try await page.functions.call("nothing.\(name)")
            } throws: { error in
                guard case .unknownFunction? = error as? BridgeError else { return false }
                return true
            }
        }
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
    }

    @Test func `BR-066, BR-047: declared functions of such names are called, and one named then awaits nothing`()
        async throws
    {
        let page = try await BridgedTestPage(InheritedNames())
        for name in [
            "constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "catch", "prototype", "a b", "é", "0",
        ] {
            #expect(try await page.outcome("return await names['\(name)'](5)") == "value \(name) 5")
            #expect(
                try await page.outcome("return await names.call('\(name)', [6]) + names.has('\(name)')")
                    == "value \(name) 6true")
        }
        #expect(
            try await page.outcome("return typeof names.then + await names.call('then', [7])")
                == "value undefinedthen 7")
        #expect(
            try await page.outcome("return typeof ({}).hasOwnProperty + ({}).toString()")
                == "value function[object Object]")
    }

    @Test(.timeLimit(.minutes(1)))
    func `BR-047: the object can be awaited and asked for anything, and the app hears nothing of it`() async throws {
        let notes = Notes()
        let page = try await BridgedTestPage(NotingService(notes: notes))
        #expect(
            try await page.outcome(
                """
                const awaited = [await (async () => noting)(), await Promise.resolve(noting), (await Promise.all([noting]))[0],
                    await (async () => noting)()];
                for (const name of ['then', 'catch', 'finally', 'toJSON', 'nodeType', '$$typeof', '_isVue', Symbol.toPrimitive,
                    Symbol.iterator, Symbol.toStringTag, 'asymmetricMatch']) if (noting[name] !== undefined) return String(name);
                JSON.stringify({ noting }); structuredClone({ a: 1 }); Object.keys(noting).length; console.log;
                return awaited.every(value => value === noting);
                """) == "value true")
        #expect(notes.lines.isEmpty)
        #expect(page.diagnostics.isEmpty)
        #expect(
            try await page.outcome("const { note } = noting; return [note.name, await note('free')].join()")
                == "value note,free")
    }

    @Test func `nothing of the object can be replaced, added or taken away`() async throws {
        let page = try await BridgedTestPage(EchoService())
        #expect(
            try await page.outcome(
                """
                'use strict';
                const before = echo, { add } = echo, results = [];
                for (const change of [
                    () => { globalThis.echo = 1 }, () => { delete globalThis.echo }, () => { echo.add = () => 1 }, () => { echo.more = 1 },
                    () => { delete echo.add }, () => Object.setPrototypeOf(echo, {}), () => Object.defineProperty(globalThis, 'echo', { value: 1 }),
                    () => { echo.GawaError.prototype = {} },
                ]) { try { change(); results.push(String(change)) } catch (error) { if (!(error instanceof TypeError)) results.push(error) } }
                return [results.join(), globalThis.echo === before, echo.add === add, await echo.add(1, 2)].join();
                """) == "value ,true,true,3")
    }
}

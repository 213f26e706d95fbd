import CJavaScriptCodec
import JavaScriptValues
import Testing

@Suite struct CodecTamperingTests {
    /// Made before anything is altered.
    private static let setUp = """
        globalThis.sample = {s: "q\\"\\u2028\\0\\ud800", n: [1, -0, NaN, -Infinity, 0.1, 1e21], d: new Date(5), i: new Date(NaN),
            u: undefined, h: [undefined, null, undefined], t: true, x: 1n, bytes: new Uint8Array([1, 2]), boxed: Object("ab"),
            e: new Error("e"), get g() { return [[]] }, c: new class C { p = 1 }, ["__proto__"]: {deep: [{}]}};
        sample.self = sample; sample.list = [sample.n, sample.n, sample];
        globalThis.expected = codec.encode(sample);
        """

    /// Replaces every function, accessor and value that can be reached from the global object.
    private static func ruin(with replacement: String) -> String {
        """
        (() => {
            const {defineProperty, getOwnPropertyDescriptor, getPrototypeOf} = Object, {ownKeys} = Reflect;
            const keep = {codec: 1, sample: 1, expected: 1, plain: 1, tagged: 1};
            const seen = new Set(), has = Set.prototype.has.bind(seen), add = Set.prototype.add.bind(seen), found = [];
            const visit = o => {
                if ((typeof o !== "object" && typeof o !== "function") || o === null || has(o)) return;
                add(o);
                const keys = ownKeys(o);
                for (const key of keys) {
                    if (o === globalThis && keep[key]) continue;
                    const d = getOwnPropertyDescriptor(o, key);
                    found.push([o, key, d]);
                    if (d.get) visit(d.get); else visit(d.value);
                }
                visit(getPrototypeOf(o));
            };
            visit(globalThis);
            for (const o of [[].values(), new Map().entries(), "".matchAll(/a/g), (function* () {})(), new Uint8Array()]) visit(getPrototypeOf(o));
            const bad = \(replacement);
            let count = 0;
            for (let i = 0; i < found.length; i++) {
                const o = found[i][0], key = found[i][1], d = found[i][2];
                try {
                    if (d.configurable) {
                        defineProperty(o, key, d.get || d.set ? {__proto__: null, get: bad, set: bad, configurable: true}
                            : {__proto__: null, value: bad, writable: true, configurable: true});
                        count++;
                    } else if (d.writable) { o[key] = bad; count++; }
                } catch {}
            }
            return count;
        })()
        """
    }

    private static let pollutions = [
        "Object.prototype.toJSON = Array.prototype.toJSON = String.prototype.toJSON = Date.prototype.toJSON = () => 'TAMPERED'",
        "Array.prototype.toJSON = () => 'TAMPERED'; Number.prototype.toJSON = Boolean.prototype.toJSON = () => 1",
        """
        for (const p of [Object.prototype, Array.prototype])
            for (const k of [0, 1, 2, 3, "key", "value", "get", "set", "writable", "enumerable", "configurable", "parent", "index",
                "source", "names", "length", "count", "object", "isArray", "isTagged", "s", "n", "deep", "h", "list", "self"])
                try { Object.defineProperty(p, k, {__proto__: null, get() { throw 1 }, set() { throw 2 }, configurable: true}) } catch {}
        """,
        "for (const k of ['get', 'value', 'set', 'toStringTag', 'Map', 'undefined']) Object.prototype[k] = 'TAMPERED'",
        "Object.prototype[Symbol.toPrimitive] = Object.prototype.valueOf = Object.prototype.toString = () => 'TAMPERED'",
        "for (const k of Reflect.ownKeys(globalThis)) try { Object.freeze(globalThis[k]); Object.freeze(globalThis[k].prototype) } catch {}",
        "Object.setPrototypeOf(Array.prototype, new Proxy({}, {get() { throw 1 }, set() { throw 1 }, has() { throw 1 }}))",
        "String.prototype[Symbol.iterator] = Array.prototype[Symbol.iterator] = Map.prototype[Symbol.iterator] = () => { throw 1 }",
        "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = Reflect.apply = () => 'TAMPERED'",
        "RegExp.prototype.exec = RegExp.prototype[Symbol.replace] = () => { throw 1 }",
        "globalThis.JSON = globalThis.Object = globalThis.Array = globalThis.Map = globalThis.Date = globalThis.Reflect = undefined",
        "Map.prototype.get = Map.prototype.set = WeakMap.prototype.get = () => 'TAMPERED'; Object.setPrototypeOf(Map.prototype, null)",
        "Date.prototype.getTime = Date.prototype.valueOf = () => 1; Date.prototype.toISOString = () => { throw 1 }",
    ]

    @Test(arguments: pollutions)
    func theCodecDoesNotSee(pollution: String) throws {
        let context = try ScriptContext()
        try setUp(context)
        try context.run(pollution + "\n0")
        try expectUnharmed(context)
    }

    @Test(arguments: [
        "function () { throw 'TAMPERED' }", "function () { return 'TAMPERED' }", "undefined",
        "function () { return {} }",
    ])
    func theCodecSurvivesTheRuinOfEveryIntrinsic(replacement: String) throws {
        let context = try ScriptContext()
        try setUp(context)
        let count = try #require(Int(try context.run(Self.ruin(with: replacement))))
        #expect(count > 500)
        try expectUnharmed(context)
    }

    @Test func theCodecIsFrozen() throws {
        let context = try ScriptContext()
        let script = """
            Object.isFrozen(codec) && Object.getPrototypeOf(codec) === null && Object.isFrozen(codec.encode)
                && Object.isFrozen(codec.decode) && Reflect.ownKeys(codec).join()
            """
        #expect(try context.run(script) == "encode,decode")
    }

    private func setUp(_ context: ScriptContext) throws {
        try context.run(Self.setUp)
        let plain = try JavaScriptValueEncoder.encode(["a": [1, "x", ["__proto__": true]]])
        context.set("plain", to: plain)
        context.set("tagged", to: "~:" + plain)
    }

    /// Compares without a function of the page's.
    private func expectUnharmed(_ context: ScriptContext) throws {
        #expect(try context.run("codec.encode(sample) === expected ? 'same' : '' + codec.encode(sample)") == "same")
        let text = try context.run("expected")
        #expect(text.hasPrefix("~"))
        #expect(try context.run("codec.encode(codec.decode(expected)) === expected") == "true")
        #expect(try context.run("codec.encode(codec.decode(plain)) === plain") == "true")
        #expect(try context.run("codec.encode(codec.decode(tagged)) === plain") == "true")
    }
}

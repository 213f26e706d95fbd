import Foundation
import JavaScriptValues
import Testing

@Suite struct JavaScriptReferenceTests {
    @Test func foundationObjectsKeepTheirIdentity() throws {
        let shared = NSMutableDictionary(object: 1, forKey: "a" as NSString)
        let root = NSMutableArray(objects: shared, shared)
        #expect(try ScriptContext().result(of: "value[0] === value[1] && value[0].a === 1", with: root) == "true")
        #expect(try ScriptContext().result(of: "value[0] !== value[1]", with: [[1], [1]]) == "true")
    }

    @Test func caCircularArrayArg_AnArrayThatHoldsItselfCrosses() throws {
        let array = NSMutableArray(object: "value")
        array.add(array)
        defer { array.removeAllObjects() }
        #expect(try ScriptContext().result(of: "value[0]", with: array) == "value")
        #expect(try ScriptContext().result(of: "value[1] === value", with: array) == "true")
    }

    @Test func aDictionaryThatHoldsItselfCrosses() throws {
        let dictionary = NSMutableDictionary(object: 5, forKey: "n" as NSString)
        dictionary["self"] = NSArray(object: dictionary)
        defer { dictionary.removeAllObjects() }
        #expect(try ScriptContext().result(of: "value.self[0] === value && value.n", with: dictionary) == "5")
    }

    @Test func aScriptArrayThatHoldsItselfCastsLevelByLevel() throws {
        let context = try ScriptContext()
        let value = try context.swiftValue(of: "(() => { const a = ['x']; a.push(a, [a]); return a })()")
        var array = try #require(value as? [Any])
        for _ in 0..<100 {
            #expect(array.count == 3 && array[0] as? String == "x")
            array = try #require((array[2] as? [Any])?[0] as? [Any])
        }
        #expect(array[1] as? NSArray == value as? NSArray)
        #expect("\(array)".count < 100)
        #expect(
            try context.result(of: "value[1] === value && value[2][0] === value && value.length", with: value) == "3")
    }

    @Test func aScriptObjectThatHoldsItselfIsReadWithItsKeys() throws {
        let context = try ScriptContext()
        let value = try context.swiftValue(
            of: "(() => { const s = {k: 1}, o = {n: 2, s}; o.me = o; o.list = [o, s]; return o })()")
        let root = try #require(value as? [String: Any])
        #expect(root["n"] as? Int == 2)
        let inner = try #require(root["me"] as? NSDictionary)
        #expect(inner["n"] as? Int == 2)
        #expect(inner.count == 4)
        #expect((inner["s"] as? [String: Any])?["k"] as? Int == 1)
        #expect(inner["me"] as? NSDictionary == inner)
        #expect(((root["list"] as? [Any])?[1] as? [String: Any])?["k"] as? Int == 1)
        #expect("\(root)".count < 300)
        let condition = "value.n === 2 && value.me.me === value.me && value.me.list[0] === value.me"
        #expect(try context.result(of: condition, with: value) == "true")
    }

    @Test func aReferenceBackReadsWhatStandsBeforeItsTarget() throws {
        // The array that holds itself refers to one that was written before it.
        let value = try JavaScriptValueDecoder.decode("~1,2:[[7],[#1,#2,[],#1]]")
        let root = try #require(value as? [Any])
        let inner = try #require(root[1] as? [Any])
        let again = try #require(inner[1] as? [Any])
        #expect((again[0] as? [Any])?[0] as? Int == 7)
        #expect(again.count == 4)
    }

    @Test func manyCyclesKeepTheirShape() throws {
        let context = try ScriptContext()
        let value = try context.swiftValue(
            of: "Array.from({length: 10000}, (_, i) => { const o = {i, l: []}; o.l.push(o, o.l); return o })")
        let condition = "value.every((o, i) => o.i === i && o.l[0].i === i && o.l[1] === o.l)"
        #expect(try context.result(of: condition, with: value) == "true")
    }

    @Test func cyclesLeaveNothingBehind() throws {
        weak var first: JavaScriptArray?
        do {
            let value = try JavaScriptValueDecoder.decode("~0:[1,[#0]]")
            first = value as? JavaScriptArray
            #expect(first != nil)
            #expect(((value as? [Any])?[1] as? [Any])?.count == 1)
        }
        #expect(first == nil)
    }

    @Test(arguments: [
        "~:#0", "~0:#0", "~0:[#1]", "~1:[#1,[]]", "~0:[#0", "~5:[]#0", "~0:[#-1]", "~0:[#99999999999999999999]", "[#0]",
        "#0",
        "~99999999999999999999:[]", "~0,:[]", "~,0:[]", "~0[]",
    ])
    func wrongReferencesAreErrors(text: String) {
        #expect(throws: JavaScriptDecodingError.self) { _ = try JavaScriptValueDecoder.decode(text) }
    }

    @Test func textsThatStandForTooMuchAreRefused() throws {
        let script = "(() => { let a = []; for (let i = 0; i < 60; i++) a = [a, a]; return a })()"
        let context = try ScriptContext()
        #expect(throws: JavaScriptDecodingError.tooLarge(limit: JavaScriptValueLimits.maximumValueCount)) {
            _ = try context.swiftValue(of: script)
        }
    }
}

import Foundation
import Gawa
import Testing

private struct One: BridgeService {
    static let name = "one"
    static func describe(_ bridge: inout BridgeDescription<Self>) {}
}

private struct OtherOne: BridgeService {
    static let name = "one"
    static func describe(_ bridge: inout BridgeDescription<Self>) {}
}

private struct TwiceDeclared: BridgeService {
    static let name = "twice"
    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("f") { (_: Self) in }
        bridge.message("f") { (_: Self) in }
    }
}

private struct SameParameters: BridgeService {
    static let name = "same"
    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("f", "a", "a") { (_: Self, _: Int, _: Int) in }
    }
}

private struct Reserved: BridgeService {
    static let name = "reserved"
    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("call") { (_: Self) in }
    }
}

private struct Nameless: BridgeService {
    static let name = "nameless"
    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("") { (_: Self) in }
    }
}

private struct BadName: BridgeService {
    static let name = "not a name"
    static func describe(_ bridge: inout BridgeDescription<Self>) {}
}

private struct DigitFirst: BridgeService {
    static let name = "1st"
    static func describe(_ bridge: inout BridgeDescription<Self>) {}
}

private struct EmptyName: BridgeService {
    static let name = ""
    static func describe(_ bridge: inout BridgeDescription<Self>) {}
}

/// A wrong declaration stops the program with a sentence that says what to do.
@Suite(.serialized)
struct DeclarationErrorTests {
    private func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func `BR-118: two services of one name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(One(), OtherOne(), allowing: .origins([])) }
        }
        #expect(sentence(result).contains("Two services of a bridge are named 'one': give one another name"))
    }

    @Test func `BR-118: a function declared twice`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(TwiceDeclared(), allowing: .origins([])) }
        }
        #expect(sentence(result).contains("'twice.f' is declared twice: choose another name for one of them"))
    }

    @Test func `two parameters of one name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(SameParameters(), allowing: .origins([])) }
        }
        #expect(sentence(result).contains("'same.f' has two parameters named 'a'"))
    }

    @Test func `a name that the page's object has of its own, and an empty one`() async {
        let reserved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(Reserved(), allowing: .origins([])) }
        }
        #expect(sentence(reserved).contains("'reserved.call' cannot be declared: the page's object has its own 'call'"))
        let nameless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(Nameless(), allowing: .origins([])) }
        }
        #expect(sentence(nameless).contains("A function of 'nameless' has an empty name"))
    }

    @Test func `a service's name that is no identifier`() async {
        let spaced = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(BadName(), allowing: .origins([])) }
        }
        #expect(
            sentence(spaced).contains(
                "'not a name' cannot name a service: use letters, digits, _ and $, and no digit first"))
        let digit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(DigitFirst(), allowing: .origins([])) }
        }
        #expect(sentence(digit).contains("'1st' cannot name a service"))
        let empty = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Bridge(EmptyName(), allowing: .origins([])) }
        }
        #expect(sentence(empty).contains("'' cannot name a service"))
    }
}

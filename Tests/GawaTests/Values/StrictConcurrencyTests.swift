import Foundation
import Gawa
import GawaTestSupport
import Testing

/// A store in an actor of its own.
private actor Store {
    private var items: [String: Date] = [:]

    func put(_ name: String, _ date: Date) -> Int {
        items[name] = date
        return items.count
    }
}

@MainActor
private final class Screen {
    var title = ""
}

/// Functions that are closures of every isolation: this file is compiled in Swift 6 mode, without warnings and casts.
private struct MixedService: BridgeService {
    static let name = "mixed"
    let store: Store
    let screen: Screen

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("put", "name", "date") { (service: Self, name: String, date: Date) async in
            await service.store.put(name, date)
        }
        bridge.function("setTitle", "title") { (service: Self, title: String) async in
            await service.setTitle(title)
        }
        bridge.function("elsewhere", "value") { (_: Self, value: Int) async in
            await Task.detached { value + 1 }.value
        }
        bridge.function("concurrent", "value") { (service: Self, value: Int) async in await service.work(value) }
    }

    @MainActor private func setTitle(_ title: String) -> Bool {
        screen.title = title
        return Thread.isMainThread
    }

    @concurrent private func work(_ value: Int) async -> Bool { !Thread.isMainThread }
}

/// Values and errors of a bridge cross isolation as they are.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct StrictConcurrencyTests {
    @Test func `BR-132: functions of every isolation are called, and results are used in detached tasks`() async throws
    {
        let screen = Screen()
        let page = try await BridgedTestPage(MixedService(store: Store(), screen: screen), before: PageTools.add)
        #expect(
            try await page.outcome(
                """
                return [await mixed.put('a', new Date(1)), await mixed.put('b', new Date(2)), await mixed.setTitle('t'),
                    await mixed.elsewhere(41), await mixed.concurrent(1)].join();
                """) == "value 1,2,true,42,true")
        #expect(screen.title == "t")
        let functions = page.functions
        let sample = try await Task.detached { try await functions.call("mirror", Sample(), returning: Sample.self) }
            .value
        #expect(sample == Sample())
        let failure = await Task.detached { () -> String in
            do throws(BridgeError) {
                return "\(try await functions.call("mirror", "x", returning: Int8.self))"
            } catch {
                return "\(error.isTimeout) \(error)"
            }
        }.value
        #expect(failure == "false result should be an integer from -128 to 127, and is a string (\"x\")")
    }

    @Test func `BR-132: public values are Sendable`() {
        func isSendable<Value: Sendable>(_: Value.Type) -> Bool { true }
        #expect(isSendable(BridgePolicy.self) && isSendable(BridgeLimits.self) && isSendable(WebOrigin.self))
        #expect(isSendable(BridgeError.self) && isSendable(JavaScriptError.self) && isSendable(BridgeDiagnostic.self))
        #expect(isSendable(BridgePage.self) && isSendable(Caller.self) && isSendable(FunctionOptions.self))
    }
}

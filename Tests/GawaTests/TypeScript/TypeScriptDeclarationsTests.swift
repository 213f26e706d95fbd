import Foundation
import Testing

@testable import Gawa

struct TypeScriptDeclarationsTests {
    @Test func `the declarations of every kind of function and type are these`() throws {
        try Golden.expect(TypeScriptDeclarations(.sample).text, is: "native.d.ts")
    }

    @Test func `a bridge without streams, events and synchronous functions has nothing of them in its files`() throws {
        let all = TypeScriptFiles(.sample, includesMock: true).texts.map(\.text).joined()
        let text = TypeScriptFiles(.plain, includesMock: true).texts.map(\.text).joined()
        for word in [
            "GawaStream", "StreamOptions", "GawaEvent", "dispatch", "GawaListener", "SyncOptions", "sync(",
            "answeredNow", "MockArgument", "MockItem", "copies",
        ] {
            #expect(all.contains(word))
            #expect(!text.contains(word), "\(word)")
        }
        let event = ServiceSchema.live.functions.filter(\.kind.isEvent)
        let other = TypeScriptDeclarations(BridgeSchema(services: [ServiceSchema(name: "a", functions: event)])).text
        #expect(other.contains("interface A extends GawaNamespace, GawaEventTarget<AEvents> {\n}"))
        #expect(!other.contains("Stream") && !other.contains("Sync"))
    }
}

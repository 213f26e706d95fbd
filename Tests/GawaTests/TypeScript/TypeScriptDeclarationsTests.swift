import Foundation
import Gawa
import Testing

struct TypeScriptDeclarationsTests {
    @Test func `the declarations of every kind of function and type are these`() throws {
        try Golden.expect(TypeScriptDeclarations(.sample).text, is: "native.d.ts")
    }
}

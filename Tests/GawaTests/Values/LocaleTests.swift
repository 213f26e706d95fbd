import Foundation
import GawaTestSupport
import TestProcess
import Testing

@testable import Gawa

/// Numbers in locales that write them otherwise.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct LocaleTests {
    @Test(
        .enabled("needs the locale, or the package locales to make it") {
            TestLocales.canMake("de_DE") && TestLocales.canMake("tr_TR")
        }, .timeLimit(.minutes(2)))
    func `BR-017: numbers cross the same in a locale with a decimal comma`() async throws {
        defer { TestLocales.removeAll() }
        for name in ["de_DE", "tr_TR"] {
            let variables = try #require(TestLocales.environment(name))
            // The process takes the locale on before the engine starts, as one that is started in it.
            let folder = variables["LOCPATH"] ?? ""
            await #expect(processExitsWith: .success, "\(name)") { [name = name as String, folder = folder as String] in
                if !folder.isEmpty { setenv("LOCPATH", folder, 1) }
                setenv("LC_ALL", name + ".UTF-8", 1)
                try #require(setlocale(LC_ALL, "") != nil)
                try #require(String(cString: localeconv().pointee.decimal_point) == ",")
                try await Self.crossNumbers()
            }
        }
    }

    private static func crossNumbers() async throws {
        let page = try await BridgedTestPage(ValueService(), before: PageTools.add)
        for number in [1.5, 0.1, 1e21, 1_234_567.891, -2.75, .leastNonzeroMagnitude] {
            #expect(try await page.functions.call("mirror", number, returning: Double.self) == number)
            #expect(
                try await page.functions.evaluate("return a", arguments: ["a": number], returning: Double.self)
                    == number)
            #expect(try await page.run("return await values.double(a) === a", ["a": number]) as? Bool == true)
        }
        #expect(
            try await page.functions.call("show", [1.5, 1_234_567.891], returning: String.self) == "[1.5,1234567.891]")
        #expect(try await page.outcome("return await values.decimal('12.5')") == "value 12.5")
        #expect(
            try await page.functions.call("show", Decimal(string: "1234567.25"), returning: String.self)
                == "\"1234567.25\"")
        #expect(
            try await page.functions.call("mirror", Date(timeIntervalSince1970: 1.25), returning: Date.self)
                .timeIntervalSince1970 == 1.25)
        #expect(strtod("1.25", nil) == 1.25)
        // Turkish letters: names are compared as they are.
        #expect(
            try await page.outcome("return await values.call('INT', [1])").contains("There is no function 'values.INT'")
        )
        #expect(WebOrigin("https://INTERNET.example") == nil)
    }
}

import Gawa
import GawaTestSupport
import Testing

/// Wrong use of the table stops the program with a sentence that says what to do.
@Suite(.serialized)
struct RouteMisuseTests {
    private func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func `a malformed pattern is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                NativeRoutes(allowing: .origins([])).get("notes/") { _ in .empty }
            }
        }
        #expect(
            sentence(result).contains(
                "The pattern 'notes/' ends with a slash: leave it out, both spellings are answered"))
    }

    @Test func `a second route for the same paths and method is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let routes = NativeRoutes(allowing: .origins([]))
                routes.get("notes/:id") { _ in .empty }
                routes.get("notes/:key") { _ in .empty }
            }
        }
        #expect(sentence(result).contains("There is a route for GET 'notes/:key' already"))
    }

    @Test func `HEAD and OPTIONS cannot be routes`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                NativeRoutes(allowing: .origins([])).on("GET", "HEAD", at: "notes") { _ in .empty }
            }
        }
        #expect(sentence(result).contains("HEAD is answered for every route: leave it out"))
    }

    @Test func `a method in lower case is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                NativeRoutes(allowing: .origins([])).on("get", at: "notes") { _ in .empty }
            }
        }
        #expect(sentence(result).contains("'get' is no method: write it in upper case"))
    }

    @Test func `a second table in one configuration is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let configuration = TestPage.configuration()
                NativeRoutes(allowing: .origins([])).install(in: configuration)
                NativeRoutes(allowing: .origins([])).install(in: configuration)
            }
        }
        #expect(sentence(result).contains("The configuration has a handler for 'native' already"))
    }
}

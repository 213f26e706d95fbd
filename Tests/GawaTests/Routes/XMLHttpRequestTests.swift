import Foundation
import TestProcess
import Testing

/// A page cannot tell by `XMLHttpRequest` whether a server or the app has answered, but for what is explained.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(3)))
struct XMLHttpRequestTests {
    @Test(arguments: XMLHttpRequestGroup.all, FullTests.areOn ? XMLHttpRequestPlace.allCases : [.web])
    func `what a page sees of the app's answers is what it sees of a server's, or is explained`(
        group: XMLHttpRequestGroup, place: XMLHttpRequestPlace
    ) async throws {
        let page = try await XMLHttpRequestPage()
        for one in group.cases {
            let server: [String]
            let app: [String]
            do {
                server = try await page.lines(of: one, at: nil)
                app = try await page.lines(of: one, at: place)
            } catch {
                Issue.record(error, "\(one.name)")
                continue
            }
            #expect(!server.isEmpty, "\(one.name) says nothing")
            let found = Set(XMLHttpRequestDifference.between(one.name, server, app))
            let explained = Set(XMLHttpRequestExplanation.differences(of: one.name, at: place))
            for difference in found.subtracting(explained) {
                Issue.record("Not explained: \(difference)")
            }
            for difference in explained.subtracting(found) {
                Issue.record("Explained, and not so any more: \(difference)")
            }
        }
    }

    @Test func `each script has a name of its own, and what is explained names one`() {
        let names = XMLHttpRequestGroup.all.flatMap(\.cases).map(\.name)
        #expect(names.count == Set(names).count)
        for explanation in XMLHttpRequestExplanation.all {
            for difference in explanation.differences {
                #expect(names.contains(difference.name), "There is no script '\(difference.name)'")
            }
        }
    }

    @Test func `what is explained stands in the documentation`() throws {
        let text = try String(contentsOf: URL(fileURLWithPath: "Documentation/Compatibility.md"), encoding: .utf8)
        for explanation in XMLHttpRequestExplanation.all {
            #expect(text.contains("\n| \(explanation.subject) |"), "\(explanation.subject)")
        }
    }
}

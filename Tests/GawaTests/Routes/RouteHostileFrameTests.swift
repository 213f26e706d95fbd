import Foundation
import Gawa
import GawaTestSupport
import GawaWebKit
import TestProcess
import TestServer
import Testing

/// No document of another origin has a handler run that is not for everyone, whatever it is and whichever way it asks.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
struct RouteHostileFrameTests {
    /// A kind of foreign document in a page of an allowed origin, and an expression that makes it.
    private nonisolated static let kinds: [(name: String, make: String)] = [
        ("cross-origin", "made({ src: foreign + '/agent' })"),
        ("sandboxed", "made({ src: '/agent', sandbox: 'allow-scripts allow-forms' })"),
        (
            "foreign and sandboxed as its own origin",
            "made({ src: foreign + '/agent', sandbox: 'allow-scripts allow-same-origin allow-forms' })"
        ),
        ("sandboxed srcdoc", "made({ srcdoc: agentPage, sandbox: 'allow-scripts allow-forms' })"),
        (
            "sandboxed srcdoc with its address told",
            "made({ srcdoc: '<meta name=referrer content=unsafe-url>' + agentPage, sandbox: 'allow-scripts allow-forms' })"
        ),
        (
            "sandboxed srcdoc that tells nothing",
            "made({ srcdoc: '<meta name=referrer content=no-referrer>' + agentPage, sandbox: 'allow-scripts allow-forms' })"
        ),
        ("data", "made({ src: 'data:text/html,' + encodeURIComponent(agentPage) })"),
        (
            "sandboxed blob",
            """
            made({ src: URL.createObjectURL(new Blob([agentPage], { type: 'text/html' })), \
            sandbox: 'allow-scripts allow-forms' })
            """
        ),
    ]

    /// A kind of document that a foreign frame makes in itself.
    private nonisolated static let nested: [(name: String, make: String)] = [
        ("srcdoc", "frame => { frame.srcdoc = agentPage }"),
        ("about:blank", "frame => { frame.contentDocument.write(agentPage); frame.contentDocument.close() }"),
        ("blob", "frame => { frame.src = URL.createObjectURL(new Blob([agentPage], { type: 'text/html' })) }"),
    ]

    /// What the engine asks the network for on its way to a redirect that is refused: whether a header field may be sent.
    private static let left: Set<String> = ["OPTIONS http://native/secret/redirect%20fetch"]

    private func check(_ attack: RouteAttack, _ seen: [String], _ name: String) {
        #expect(attack.notes.lines == [], "\(name)")
        #expect(seen == [], "\(name)")
        #expect(Set(attack.departures).subtracting(Self.left) == [], "\(name)")
        // Otherwise there was nothing to refuse.
        let arrived = attack.refusedWays
        #expect(RouteAttack.commonWays.subtracting(arrived) == [], "\(name)")
        #expect(arrived.subtracting(RouteAttack.expectedWays) == [], "\(name)")
    }

    @Test(arguments: 0..<kinds.count)
    func `a foreign frame reaches no handler`(index: Int) async throws {
        let kind = Self.kinds[index]
        let attack = try await RouteAttack()
        try await attack.page.load(attack.server.url())
        check(attack, try await attack.attack(from: kind.make), kind.name)
    }

    @Test(arguments: 0..<nested.count)
    func `a document that a foreign frame makes in itself reaches no handler`(index: Int) async throws {
        let kind = Self.nested[index]
        let attack = try await RouteAttack()
        try await attack.page.load(attack.server.url())
        let make = "nested(await made({ src: foreign + '/agent' }), `\(kind.make)`)"
        check(attack, try await attack.attack(from: make), kind.name)
    }

    @Test func `a foreign page reaches no handler`() async throws {
        let attack = try await RouteAttack()
        try await attack.page.load(attack.server.url("/", host: "127.0.0.1"))
        check(attack, try await attack.attack(in: attack.page.webView), "a page")
    }

    @Test func `a page of an allowed address that its policy puts in a sandbox reaches no handler`() async throws {
        let attack = try await RouteAttack()
        try await attack.page.load(attack.server.url("/sandboxed"))
        check(attack, try await attack.attack(in: attack.page.webView), "a sandboxed page")
    }

    @Test(arguments: ["about:blank", "/", "/sandboxed"])
    func `a window of a foreign page reaches no handler`(address: String) async throws {
        let attack = try await RouteAttack()
        try await attack.page.load(attack.server.url("/", host: "127.0.0.1"))
        let host = address == "/sandboxed" ? "localhost" : "127.0.0.1"
        let url = address.hasPrefix("/") ? attack.server.url(address, host: host) : nil
        try await attack.page.call("globalThis.opened = open(address)", ["address": url?.absoluteString ?? address])
        let view = try #require(try await attack.opener.wait())
        try await attack.opener.navigation.wait(for: "the window") { _ in
            !view.isLoading && (url == nil || view.url == url)
        }
        check(attack, try await attack.attack(in: view), "a window of \(address)")
    }

    /// A page loaded as `http://native/` is the same document; all frames of it are tried with the long tests.
    private nonisolated static let ownPages: [(address: String, index: Int)] =
        [1, 3, 4, 5, 6, 7].map { ("native://native/page", $0) }
        + (FullTests.areOn ? [1, 3, 4, 5, 6, 7] : [1, 3]).map { ("http://native/page", $0) }

    /// Requests of such a page name no origin, and a header field of its own tells that they are its.
    @Test(arguments: ownPages)
    func `a sandboxed frame of a page of the routes reaches no handler`(address: String, index: Int) async throws {
        let attack = try await RouteAttack()
        try await attack.page.load(try #require(URL(string: address)))
        let make = index == 1 ? "made({ src: foreign + '/agent' })" : Self.kinds[index].make
        check(attack, try await attack.attack(from: make), "\(address) \(Self.kinds[index].name)")
    }

    @Test func `what is for everyone is asked for by GET alone`() async throws {
        for make in [Self.kinds[0].make, Self.kinds[1].make] {
            let attack = try await RouteAttack()
            try await attack.page.load(attack.server.url())
            _ = try await attack.attack(from: make, folder: "shown")
            #expect(Set(attack.notes.lines).subtracting(["shown by HEAD"]) == ["shown by GET"])
        }
    }
}

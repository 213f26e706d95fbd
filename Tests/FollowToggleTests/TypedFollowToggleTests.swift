import FollowToggleShared
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What cannot go wrong with the typed bridge; ``RawFollowToggleTests`` has the same with Apple's API alone.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(1)))
struct TypedFollowToggleTests {
    @Test func `two overlapping clicks both end`() async throws {
        let open = try await OpenScreen(.typed)
        try await open.click()
        try await open.click()
        try await open.waitForButton("フォローする", isBusy: true)
        try await open.waitForButton("フォロー解除する")
    }

    @Test func `two overlapping calls each get their own answer`() async throws {
        let open = try await OpenScreen(.typed)
        let outcomes = try await open.call(
            """
            const outcome = (call) => call.then(() => "followed", (error) => error.message);
            return await Promise.all([outcome(calendars.follow("sample-id")), outcome(calendars.follow("nowhere"))]);
            """)
        #expect(outcomes as? [String] == ["followed", "There is no calendar nowhere"])
    }

    @Test func `100 overlapping calls of which some fail each get their own answer`() async throws {
        let open = try await OpenScreen(.typed)
        let outcomes = try await open.call(
            """
            const ids = Array.from({ length: 100 }, (_, index) => index % 3 ? "sample-id" : `nowhere-${index}`);
            const settled = await Promise.allSettled(ids.map((id) => calendars.follow(id)));
            return settled.map(({ status, reason }) => status === "fulfilled" ? "followed" : reason.message);
            """)
        let expected = (0..<100).map { $0 % 3 == 0 ? "There is no calendar nowhere-\($0)" : "followed" }
        #expect(outcomes as? [String] == expected)
    }

    @Test func `a wrong type, a wrong name and a slow function each reject with a code`() async throws {
        let open = try await OpenScreen(.typed, delay: .seconds(60))
        let codes = try await open.call(
            """
            const code = (call) => call.then(() => "none", (error) => `${error.name} ${error.code}`);
            return await Promise.all([
                code(calendars.follow(42)), code(calendars.isFollowing()), code(calendars.call("folow", ["sample-id"])),
                code(calendars.follow("sample-id", { timeout: 50 })),
            ]);
            """)
        #expect(
            codes as? [String] == [
                "TypeError badArgument", "TypeError badArgument", "NotFoundError unknownFunction",
                "TimeoutError timeout",
            ])
        #expect(!open.calendars.isFollowing("sample-id"))
    }

    @Test func `an overlapping call does not get another's answer`() async throws {
        let open = try await OpenScreen(.typed, delay: .milliseconds(300))
        _ = try await open.call(
            """
            globalThis.first = calendars.follow("sample-id").then(() => "followed");
            await calendars.isFollowing("sample-id");
            """)
        open.calendars.delay = .seconds(1)
        let outcomes = try await open.call(
            """
            const second = calendars.follow("nowhere").then(() => "followed", (error) => error.message);
            return await Promise.all([first, second]);
            """)
        #expect(outcomes as? [String] == ["followed", "There is no calendar nowhere"])
    }

    @Test func `after a reload while a follow is pending, page and Swift agree`() async throws {
        let open = try await OpenScreen(.typed, delay: .milliseconds(300))
        try await open.click()
        try await open.waitForButton("フォローする", isBusy: true)
        try await open.reload()

        // Ends after the old page's work would have.
        let outcome = try await open.call(
            "return await calendars.follow('nowhere').then(() => 'followed', (error) => error.message)")
        #expect(outcome as? String == "There is no calendar nowhere")
        #expect(!open.calendars.isFollowing("sample-id"))
        try await open.waitForButton("フォローする")
    }

    @Test func `a frame of another origin cannot follow, whatever it posts`() async throws {
        let open = try await OpenScreen(.typed, delay: .milliseconds(50))
        let post = """
            webkit.messageHandlers["gawa.calendars"].postMessage(JSON.stringify([
                "AAAAAAAAAAAAAAAAAAAAAA", ["h", 1], ["c", 1, "calendars", "isFollowing", ["sample-id"]],
                ["c", 2, "calendars", "follow", ["sample-id"]],
            ]))
            """
        let outcome = try await open.outcomeInForeignFrame(
            "const outcome = await \(post).then((answer) => answer, (error) => `refused: ${error.message}`)")
        #expect(outcome?.hasPrefix("refused: NotAllowedError: The bridge's policy") == true, "\(outcome ?? "nothing")")
        // The second ends after the frame's call would.
        for _ in 1...2 { _ = try await open.call("await calendars.follow('nowhere').catch(() => {})") }
        #expect(!open.calendars.isFollowing("sample-id"))

        // The very same words are answered when the page itself says them.
        let answer = try await open.call("return await \(post)") as? String
        #expect(answer?.contains(#"["r",1,false]"#) == true, "\(answer ?? "nothing")")
    }

    @Test(arguments: [false, true])
    func `the screen is freed while a call is pending, and the bridge, the service and the call's work with it`(
        isReloaded: Bool
    ) async throws {
        weak var weakScreen: (any FollowToggleScreen)?
        weak var weakController: WKUserContentController?
        weak var weakCalendars: CalendarService?
        do {
            let open = try await OpenScreen(.typed, delay: .seconds(60))
            if isReloaded { try await open.reload() }
            try await open.click()
            try await open.waitForButton("フォローする", isBusy: true)
            weakScreen = open.screen
            weakController = open.screen.webView.configuration.userContentController
            weakCalendars = open.calendars
        }
        #expect(try await isReleased { weakScreen })
        #expect(try await isReleased { weakController })
        #expect(try await isReleased { weakCalendars })
    }
}

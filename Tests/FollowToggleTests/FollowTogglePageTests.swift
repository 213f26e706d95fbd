import Testing
import WebKit

@testable import FollowToggleRaw

/// What the page does when the native side is slow, busy or fails.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(1)))
struct FollowTogglePageTests {
    @Test func `the button is busy as long as the native side works`() async throws {
        let screen = try await FollowToggleScreen(delay: .milliseconds(300))
        let start = ContinuousClock.now
        try await screen.click()
        try await screen.waitForButton("フォローする", isBusy: true)
        try await screen.waitForButton("フォロー解除する")
        #expect(ContinuousClock.now - start >= .milliseconds(300))
    }

    @Test func `of two overlapping clicks the first never gets its answer`() async throws {
        let screen = try await FollowToggleScreen(delay: .milliseconds(100))
        try await screen.click()
        try await screen.click()
        // Both were carried out; the click that lost its promise keeps the button busy.
        try await screen.waitForButton("フォロー解除する", isBusy: true)

        // Two calls later, its promise is still lost.
        for _ in 1...2 {
            _ = try await screen.call(#"await window.followToggleExample.follow("sample-id")"#)
        }
        try await screen.waitForButton("フォロー解除する", isBusy: true)
    }

    @Test(arguments: ["follow", "unfollow"])
    func `a message of the wrong type rejects the parked promise`(function: String) async throws {
        let screen = try await FollowToggleScreen(delay: .zero)
        let answer = try await screen.call(
            "return await window.followToggleExample[name](42).catch((error) => error.message);", ["name": function])
        #expect(answer as? String == "Invalid message")
    }

    @Test func `a failed question falls back to not followed`() async throws {
        let screen = try await FollowToggleScreen(delay: .zero)
        try await screen.click()
        try await screen.waitForButton("フォロー解除する")

        screen.controller.webView.configuration.userContentController
            .removeScriptMessageHandler(forName: "isFollowing", contentWorld: .page)
        try await screen.click()
        try await screen.waitForButton("フォローする")
    }
}

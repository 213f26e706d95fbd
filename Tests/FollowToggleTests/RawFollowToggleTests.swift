import Testing
import WebKit

/// What Apple's API alone leaves to the author of a screen; ``TypedFollowToggleTests`` has the same with the bridge.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(1)))
struct RawFollowToggleTests {
    @Test func `of two overlapping clicks the first never gets its answer`() async throws {
        let open = try await OpenScreen(.raw)
        try await open.click()
        try await open.click()
        // Both were carried out; the click that lost its promise keeps the button busy.
        try await open.waitForButton("フォロー解除する", isBusy: true)

        // Two calls later, its promise is still lost.
        for _ in 1...2 {
            _ = try await open.call(#"await window.followToggleExample.follow("sample-id")"#)
        }
        try await open.waitForButton("フォロー解除する", isBusy: true)
    }

    @Test func `overlapping calls lose the first promise, as the article's globals do`() async throws {
        let open = try await OpenScreen(.raw, delay: .milliseconds(50))
        let outcome = try await open.call(
            """
            const first = followToggleExample.follow("sample-id").then(() => "settled");
            const second = followToggleExample.follow("sample-id").then(() => "settled");
            await second;
            // A third call ends after both of Swift's works: nothing is left that could settle the first.
            await followToggleExample.follow("sample-id");
            return await Promise.race([first, Promise.resolve("lost")]);
            """)
        #expect(outcome as? String == "lost")
    }

    @Test func `an overlapping call gets another's answer`() async throws {
        let open = try await OpenScreen(.raw, delay: .milliseconds(300))
        _ = try await open.call(
            """
            followToggleExample.follow("sample-id");
            // The answer says that Swift has begun.
            await followToggleExample.isFollowing("sample-id");
            """)
        open.calendars.delay = .seconds(60)
        let outcome = try await open.call(
            """
            return await followToggleExample.follow("nowhere").then(() => "followed", (error) => error.message);
            """)
        #expect(outcome as? String == "followed")
    }

    @Test func `one call at a time settles by Swift's work, and its failure rejects`() async throws {
        let open = try await OpenScreen(.raw, delay: .milliseconds(50))
        _ = try await open.call("await followToggleExample.follow('sample-id')")
        #expect(open.calendars.isFollowing("sample-id"))
        #expect(try await open.call("return await followToggleExample.isFollowing('sample-id')") as? Bool == true)
        let rejected = try await open.call(
            "try { await followToggleExample.follow('nowhere'); return 'no' } catch (error) { return error.message }")
        #expect(rejected as? String == "The native side failed")
    }

    @Test(arguments: ["follow", "unfollow"])
    func `a message of the wrong type rejects the parked promise`(function: String) async throws {
        let open = try await OpenScreen(.raw, delay: .zero)
        let answer = try await open.call(
            "return await window.followToggleExample[name](42).catch((error) => error.message);", ["name": function])
        #expect(answer as? String == "Invalid message")
    }

    @Test func `a message of the wrong type is rejected with the handler's words`() async throws {
        let open = try await OpenScreen(.raw, delay: .zero)
        let message = try await open.call(
            "try { await followToggleExample.isFollowing(7); return 'no' } catch (error) { return error.message }")
        #expect(message as? String == "Invalid message")
    }

    @Test func `after a reload while a follow is pending, page and Swift disagree`() async throws {
        let open = try await OpenScreen(.raw, delay: .milliseconds(300))
        try await open.click()
        try await open.waitForButton("フォローする", isBusy: true)
        try await open.reload()

        // The old page's work settles the first of these; the second ends after it.
        for _ in 1...2 {
            _ = try await open.call("await followToggleExample.follow('nowhere').catch(() => {})")
        }
        #expect(open.calendars.isFollowing("sample-id"))
        try await open.waitForButton("フォローする")
    }

    @Test func `a frame of another origin can follow for the user`() async throws {
        let open = try await OpenScreen(.raw, delay: .milliseconds(50))
        let outcome = try await open.outcomeInForeignFrame(
            "webkit.messageHandlers.follow.postMessage('sample-id'); const outcome = 'posted'")
        #expect(outcome == "posted")
        // The second ends after the frame's.
        for _ in 1...2 { _ = try await open.call("await followToggleExample.follow('nowhere').catch(() => {})") }
        #expect(open.calendars.isFollowing("sample-id"))
    }
}

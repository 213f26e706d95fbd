/// The scripts that the native side adds to the page.
enum PageScript {
    /// Sends what the page logs to Swift.
    static let console = """
        console.log = (...values) => { window.webkit.messageHandlers.log.postMessage(values.map(String).join(" ")); };
        """

    /// Defines what the page calls, before any script of the page runs.
    ///
    /// `follow` and `unfollow` return a promise that Swift settles by calling one of the two global functions.
    static let followToggle = """
        (() => {
            const parked = (handler) => (calendarID) => new Promise((resolve, reject) => {
                window.followToggleResolve = resolve;
                window.followToggleReject = reject;
                window.webkit.messageHandlers[handler].postMessage(calendarID);
            });
            window.followToggleExample = {
                follow: parked("follow"),
                unfollow: parked("unfollow"),
                isFollowing: (calendarID) => window.webkit.messageHandlers.isFollowing.postMessage(calendarID),
            };
        })();
        """

    /// Tells that the document is there.
    static let greeting = """
        console.log(`${document.title} at ${location.href}`);
        """
}

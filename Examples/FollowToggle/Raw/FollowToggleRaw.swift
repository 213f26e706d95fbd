import FollowToggleShared

/// Shows the screen that is written with Apple's API alone.
@main
struct FollowToggleRaw {
    static func main() async {
        await FollowToggleApp(page: "Examples/FollowToggle/Page/dist") { url, _, calendars in
            FollowToggleViewController(pageURL: url, calendars: calendars)
        }.run()
    }
}

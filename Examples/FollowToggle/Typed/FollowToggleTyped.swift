import FollowToggleShared
import Gawa

/// Shows the screen that is written with the typed bridge, or writes or checks the declarations for its page.
@main
struct FollowToggleTyped {
    static func main() async {
        if let command = TypesCommand(Array(CommandLine.arguments.dropFirst())) {
            do {
                try command.run()
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(1)
            }
            return
        }
        await FollowToggleApp(page: "Examples/FollowToggle/TypedPage/dist") { url, origin, calendars in
            TypedFollowToggleViewController(pageURL: url, origin: origin, calendars: calendars)
        }.run()
    }
}

// Beside script messages our engine has a lane for each document; see Apple/ for the other.
import GawaWebKit

extension Bridge {
    /// Whether documents can open lanes to this bridge.
    nonisolated var acceptsLanes: Bool { carrier == .automatic }

    /// Makes what hears the pages of a content controller.
    func makeAdapter() -> MessageAdapter {
        acceptsLanes ? LaneAdapter(self) : MessageAdapter(self)
    }
}

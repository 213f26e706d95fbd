// Beside script messages our engine has a lane for each document; see Apple/ for the other.
import GawaWebKit

extension Bridge {
    /// Makes what hears the pages of a content controller.
    func makeAdapter() -> MessageAdapter {
        switch carrier {
        case .automatic: LaneAdapter(self)
        case .messages: MessageAdapter(self)
        }
    }
}

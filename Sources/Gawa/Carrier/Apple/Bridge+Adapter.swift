// Apple's engine has script messages only; see Linux/ for the lanes beside them.
import GawaWebKit

extension Bridge {
    /// Makes what hears the pages of a content controller.
    func makeAdapter() -> MessageAdapter {
        MessageAdapter(self)
    }
}

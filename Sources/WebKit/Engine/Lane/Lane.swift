internal import CLane
import Synchronization

/// The app's end of a fast lane: a connected socket to one document; see `Documentation/Design/fast-lane.md`.
///
/// A lane that was started lives, with a thread of its own, until it ends. One that was not closes when nobody holds it.
package final class Lane: Sendable {
    /// How many attachments a message may have.
    package static let maximumAttachmentCount = Int(GAWA_LANE_MAXIMUM_ATTACHMENTS)

    /// How many bytes may wait for a page that does not read: more is a breach.
    package static let maximumQueueByteCount = 256 << 20

    struct State {
        var hasStarted = false
        var end: LaneEnd?
        /// The descriptors are closed, and perhaps others have their numbers.
        var isReleased = false
        /// The other end has gone, though it may have left something to read.
        var isPeerGone = false
        var hasOpenQuestion = false
        var queue = LaneQueue()
        /// The bytes in memory files that the other end may not have read yet.
        var bytesInFiles = 0
    }

    let state = Mutex(State())
    let socket: Int32
    let wake: Int32

    /// Takes a socket over, which is closed if it is none that can be a lane's.
    package init?(taking socket: Int32) {
        let wake = gawa_lane_is_socket(socket) != 0 ? gawa_lane_wake_new() : -1
        self.socket = socket
        self.wake = wake
        guard wake < 0 else { return }
        gawa_lane_close(socket)
        state.withLock { $0.isReleased = true }
        return nil
    }

    deinit {
        guard !state.withLock({ $0.isReleased }) else { return }
        gawa_lane_close(socket)
        gawa_lane_close(wake)
    }

    /// Whether the lane has ended, or has been told to.
    package var isClosed: Bool { state.withLock { $0.end != nil } }

    /// Whether its descriptors are closed.
    var isReleased: Bool { state.withLock { $0.isReleased } }

    /// Closes the lane, on any thread.
    ///
    /// What the page has not read yet is lost unless the socket has taken it. No call of `receive` begins after this, but one may be
    /// running; `ended` tells that none is.
    package func close() {
        end(.closed)
    }

    /// Ends the lane, unless it has ended already.
    func end(_ end: LaneEnd) {
        let queue = state.withLock { state -> LaneQueue? in
            guard state.end == nil else { return nil }
            state.end = end
            guard !state.isReleased else { return nil }
            gawa_lane_shut(socket)
            gawa_lane_wake(wake)
            defer { state.queue.removeAll() }
            return state.queue
        }
        // Freed outside of the lock.
        _ = queue
    }
}

@testable import Relay

extension Publication {

    /// Whether the server has confirmed all that was sent so far.
    var isDone: Bool {
        // A message that's just being encoded neither waits nor is on its way, so the sum counts.
        let sentCount = tap.inspect().sent, state = inspect()
        let settledCount = state.confirmed + state.dropped + state.unpublishable + state.refused
        let isSettled = state.state != .publishing || settledCount >= sentCount
        return isSettled && state.waiting == 0 && writer.sequence.unconfirmedCount == 0
    }
}

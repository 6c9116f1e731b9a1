@testable import Relay

extension Publication {

    /// `true` if the server has confirmed everything that was sent so far.
    var isDone: Bool {
        // A message that is being encoded neither waits nor is in flight, so the sum counts.
        let sentCount = tap.inspect().sent, state = inspect()
        let settledCount = state.confirmed + state.dropped + state.unpublishable + state.refused
        let isSettled = state.state != .publishing || settledCount >= sentCount
        return isSettled && state.waiting == 0 && writer.sequence.unconfirmedCount == 0
    }
}

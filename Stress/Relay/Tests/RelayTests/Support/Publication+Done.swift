@testable import Relay

extension Publication {

    /// Whether the server has confirmed all that was sent so far.
    var isDone: Bool { tap.backlog == 0 && writer.sequence.unconfirmedCount == 0 }
}

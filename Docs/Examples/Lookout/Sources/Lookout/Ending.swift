import Glibc

/// The end of a subscriber that didn't leave by itself.
struct Ending: Sendable, Equatable, Encodable {

    enum Reason: String, Sendable, Encodable {

        /// The subscriber was behind for too long.
        case cutOff

        /// A visitor of the page pressed the button.
        case stopped
    }

    /// The number of the subscriber.
    let subscriber: Int

    let reason: Reason

    /// The number of seconds for which the subscriber had been behind.
    let secondsBehind: Double

    /// The number of messages that it missed, including messages that still waited for it.
    let missed: Int

    /// The time of the end, in seconds since 1970.
    let time: Int

    /// The number under which its client connected again.
    var successor: Int?
}

extension Ending {

    /// Describes the end of a subscriber that is still observing.
    init(of subscriber: Subscriber, because reason: Reason) {
        self.init(
            subscriber: subscriber.number, reason: reason, secondsBehind: subscriber.secondsBehind ?? 0,
            missed: subscriber.unhandledCount, time: Glibc.time(nil))
    }
}

import Glibc

/// The end of a subscriber that didn't go by itself.
struct Ending: Sendable, Equatable, Encodable {

    enum Reason: String, Sendable, Encodable {

        /// It was behind for too long.
        case cutOff

        /// A visitor of the page pressed the button.
        case stopped
    }

    /// The number of the subscriber.
    let subscriber: Int

    let reason: Reason

    /// For how many seconds it had been behind.
    let secondsBehind: Double

    /// How many messages it missed, including those that still waited for it.
    let missed: Int

    /// When that was, in seconds since 1970.
    let time: Int

    /// The number under which its client came again.
    var successor: Int?
}

extension Ending {

    /// The end of a subscriber that is still observing.
    init(of subscriber: Subscriber, because reason: Reason) {
        self.init(
            subscriber: subscriber.number, reason: reason, secondsBehind: subscriber.secondsBehind ?? 0,
            missed: subscriber.unhandledCount, time: Glibc.time(nil))
    }
}

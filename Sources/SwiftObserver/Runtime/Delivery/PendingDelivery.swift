/// What someone who posted a message has to deliver after unlocking.
struct PendingDelivery {

    /// Whether the caller is on duty and must deliver. If not, somebody else does, or nobody observes.
    var isOnDuty = false

    /// Everyone who gets the message. Whoever delivers has to end the lease.
    var lease: ObservationList.Lease?

    /// The only one who gets the message, if it's not for everyone.
    var addressee: AnyObservation?

    var kind = Kind.message

    /// One value instead of several, since it's passed on with each message.
    enum Kind: UInt8 {
        case message

        /// A farewell follows the message, or is all there is. Mostly, it ends the observations that it reaches.
        case farewell

        /// There's nothing to deliver, since the observable is closed.
        case refused

        @inline(__always)
        init(isFarewell: Bool) { self = isFarewell ? .farewell : .message }
    }

    var isFarewell: Bool {
        @inline(__always)
        get { kind == .farewell }
    }

    var isRefused: Bool {
        @inline(__always)
        get { kind == .refused }
    }

    /// Delivers the message, and possibly the farewell, to those it is for.
    @inline(__always)
    func deliver<Message>(_ message: Message, from author: AnyObject?) {
        if let addressee {
            addressee.of(Message.self).handle(message, from: author)
        } else if let lease {
            lease.forEach { $0.of(Message.self).handle(message, from: author) }
        }
        if isFarewell { deliverFarewell() }
    }

    @inline(never)
    func deliverFarewell() {
        if let addressee {
            addressee.handleFarewell()
        } else if let lease {
            lease.forEach { $0.handleFarewell() }
        }
    }
}

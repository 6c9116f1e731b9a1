#if Relay

    import Synchronization

    /// Counts the fates of messages: those of one publication, and of its stream along with them.
    ///
    /// The thread of the outbox counts, and any thread reads. The counts order nothing else.
    final class MessageCounts: Sendable {

        /// The counts of the whole stream, which contain these.
        private let whole: MessageCounts?

        private let added = Atomic(0)
        private let confirmed = Atomic(0)
        private let refused = Atomic(0)
        private let dropped = Atomic(0)
        private let unpublishable = Atomic(0)
        private let resent = Atomic(0)
        private let cutOffs = Atomic(0)

        init(in whole: MessageCounts? = nil) { self.whole = whole }

        /// Counts a message that is in flight from now on.
        func add() {
            added.wrappingAdd(1, ordering: .relaxed)
            whole?.add()
        }

        /// Counts a message that the server has confirmed.
        func confirm() {
            confirmed.wrappingAdd(1, ordering: .relaxed)
            whole?.confirm()
        }

        /// Counts a message that the server has rejected for good.
        func refuse() {
            refused.wrappingAdd(1, ordering: .relaxed)
            whole?.refuse()
        }

        /// Counts messages that had no room.
        func drop(_ count: Int) {
            dropped.wrappingAdd(count, ordering: .relaxed)
            whole?.drop(count)
        }

        /// Counts a message that can't be encoded, or is too large.
        func giveUp() {
            unpublishable.wrappingAdd(1, ordering: .relaxed)
            whole?.giveUp()
        }

        /// Counts a message that's resent to the server.
        func resend() {
            resent.wrappingAdd(1, ordering: .relaxed)
            whole?.resend()
        }

        /// Counts a publication that was cut off. Its later messages aren't counted.
        func cutOff() {
            cutOffs.wrappingAdd(1, ordering: .relaxed)
            whole?.cutOff()
        }

        /// All counts. While messages are in flight, they may be of slightly different moments.
        var sums: MessageSums {
            // This order prevents negative counts.
            let confirmed = confirmed.load(ordering: .relaxed), refused = refused.load(ordering: .relaxed)
            return MessageSums(
                onTheWay: max(0, added.load(ordering: .relaxed) - confirmed - refused), confirmed: confirmed,
                refused: refused, dropped: dropped.load(ordering: .relaxed),
                unpublishable: unpublishable.load(ordering: .relaxed), resent: resent.load(ordering: .relaxed),
                cutOffs: cutOffs.load(ordering: .relaxed))
        }
    }

    /// The sums of counts.
    struct MessageSums {
        var onTheWay = 0
        var confirmed = 0
        var refused = 0
        var dropped = 0
        var unpublishable = 0
        var resent = 0

        /// The number of publications that were cut off.
        var cutOffs = 0

        /// Combines each count with the other one.
        mutating func combine(with other: MessageSums, _ combine: (Int, Int) -> Int) {
            self = MessageSums(
                onTheWay: combine(onTheWay, other.onTheWay), confirmed: combine(confirmed, other.confirmed),
                refused: combine(refused, other.refused), dropped: combine(dropped, other.dropped),
                unpublishable: combine(unpublishable, other.unpublishable), resent: combine(resent, other.resent),
                cutOffs: combine(cutOffs, other.cutOffs))
        }
    }
#endif

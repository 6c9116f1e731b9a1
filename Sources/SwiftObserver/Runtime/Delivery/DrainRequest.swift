/// What is to be drained: an observable, with the combinations that it's a part of.
struct DrainSubject: Sendable {

    /// The offices, that of the observable first, and what to call those who send there.
    let offices: [Downstream]

    private var office: PostOffice { offices[0].office }

    /// How many messages were sent since it was observed first.
    fileprivate var sent: Int { office.sent }
}

/// One wait until what was sent is handled, within a time.
///
/// If there are several observables, nothing more may have been sent to them meanwhile. That's counted from before each wait
/// until after it. If the numbers are the same, there was a moment in which everything was handled: when the last marker was
/// reached. What a handler sends on comes before the marker behind that handler.
struct DrainRequest {

    private let subjects: [DrainSubject]

    /// Whether all of it must be quiet at one moment.
    private let isGroup: Bool
    private let deadline: Deadline

    init(_ subjects: [DrainSubject], isGroup: Bool = false, within duration: Duration) {
        self.subjects = subjects
        self.isGroup = isGroup
        deadline = Deadline(in: duration)
    }

    /// One of the waits that it takes.
    private struct Round {

        let barrier: Barrier

        /// How many messages were sent before it began.
        let sent: [Int]

        /// Whether something was done after it had begun. What that causes is waited for in the next round.
        let hasActed: Bool
    }

    private var sent: [Int] { isGroup ? subjects.map(\.sent) : [] }

    /// Begins to wait for all that was sent so far.
    private func begin(then act: (() -> Void)? = nil) -> Round {
        let sent = sent, barrier = Barrier()
        for subject in subjects {
            for subject in subject.offices { subject.office.drain(barrier, DrainRoute(to: subject.type)) }
        }
        act?()
        return Round(barrier: barrier, sent: sent, hasActed: act != nil)
    }

    /// The next round, or `nil` if all is handled, or there's no time for it.
    private func begin(after round: Round) -> Round? { round.hasActed || !isLast(round) ? begin() : nil }

    private func isLast(_ round: Round) -> Bool {
        round.sent == sent || deadline.remaining <= .zero || Task.isCancelled
    }

    /// Blocks the thread. Returns what is left if time is up.
    ///
    /// - Parameter act: Is called when the first markers stand in line. What it causes is waited for, too.
    func drain(then act: (() -> Void)? = nil) -> [Unfinished] {
        var next: Round? = begin(then: act)
        while let round = next {
            if !round.barrier.isReached, !block(for: round.barrier) { return left(after: round.barrier) }
            next = begin(after: round)
        }
        return []
    }

    /// Suspends the task. Returns what is left if time is up, or the task is cancelled.
    func drain(isolation: isolated (any Actor)?, then act: (() -> Void)? = nil) async -> [Unfinished] {
        var next: Round? = begin(then: act)
        while let round = next {
            if !round.barrier.isReached {
                let isReached = await round.barrier.suspend(atMost: deadline.remaining, isolation: isolation)
                if !isReached { return left(after: round.barrier) }
            }
            next = begin(after: round)
        }
        return []
    }

    /// What is left when time is up.
    ///
    /// What the wait was for may be handled just then. But nobody has looked yet at what is behind that, so this does.
    private func left(after givenUp: Barrier) -> [Unfinished] {
        var left = givenUp.left
        while left.isEmpty {
            let round = begin()
            round.barrier.begin {}
            if round.barrier.giveUp() { left = round.barrier.left } else if isLast(round) { break }
        }
        return left
    }

    private func block(for barrier: Barrier) -> Bool {
        barrier.block(atMost: deadline.remaining) {
            if case .waitsForItself = $0 { Misuse.drainForItself.stop() }
            return true
        }
    }
}

/// What is to be drained: an observable, with the combinations that it's a part of.
struct DrainSubject: Sendable {

    /// The offices, that of the observable first, and what to call those who send there.
    let offices: [Downstream]

    private var office: PostOffice { offices[0].office }

    /// The latest position in its order. An observation that starts has one, too, and may start with a message that nobody sends.
    fileprivate var position: Position { office.position }
}

/// One wait until what was sent is handled, within a time.
///
/// If there are several observables, nothing more may have been sent to them meanwhile, nor may an observation have started. So their
/// positions are compared from before each wait and after it. If they're the same, there was a moment in which everything was handled:
/// when the last marker was reached. What a handler sends on comes before the marker behind that handler.
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

        /// The positions before it began.
        let positions: [Position]

        /// Whether something was done after it had begun. What that causes is waited for in the next round.
        let hasActed: Bool
    }

    private var positions: [Position] { isGroup ? subjects.map(\.position) : [] }

    /// Begins to wait for all that was sent so far.
    private func begin(then act: (() -> Void)? = nil) -> Round {
        let positions = positions, barrier = Barrier()
        for subject in subjects {
            for subject in subject.offices { subject.office.drain(barrier, DrainRoute(to: subject.type)) }
        }
        act?()
        return Round(barrier: barrier, positions: positions, hasActed: act != nil)
    }

    /// Whether all was handled at one moment, which is when the last marker of a round was reached.
    private func isDone(after round: Round) -> Bool { !round.hasActed && round.positions == positions }

    /// Whether no further round may begin. What was done in one has to be waited for, within whatever time is left.
    private func isOver(after round: Round) -> Bool { !round.hasActed && deadline.remaining <= .zero }

    /// Blocks the thread. Returns what is left if time is up.
    ///
    /// - Parameter act: Is called when the first markers stand in line. What it causes is waited for, too.
    func drain(then act: (() -> Void)? = nil) -> [Unfinished] {
        var round = begin(then: act)
        while true {
            if !round.barrier.isReached, !block(for: round.barrier) { return left(after: round.barrier) }
            if isDone(after: round) { return [] }
            if isOver(after: round) { return left(after: round.barrier) }
            round = begin()
        }
    }

    /// Suspends the task. Returns what is left if time is up, or the task is cancelled.
    func drain(isolation: isolated (any Actor)?, then act: (() -> Void)? = nil) async -> [Unfinished] {
        var round = begin(then: act)
        while true {
            if !round.barrier.isReached {
                let isReached = await round.barrier.suspend(atMost: deadline.remaining, isolation: isolation)
                if !isReached { return left(after: round.barrier) }
            }
            if isDone(after: round) { return [] }
            if isOver(after: round) || Task.isCancelled && !round.hasActed { return left(after: round.barrier) }
            round = begin()
        }
    }

    /// What is left when time is up.
    ///
    /// What the wait was for may be handled just then. But nobody has looked yet at what is behind that, or was sent meanwhile,
    /// so this does, until something is left or all was handled at one moment.
    private func left(after givenUp: Barrier) -> [Unfinished] {
        var left = givenUp.left
        while left.isEmpty {
            let round = begin()
            round.barrier.begin {}
            if round.barrier.giveUp() { left = round.barrier.left } else if isDone(after: round) { break }
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

/// An observable to be drained, with the combinations that it's a part of.
struct DrainSubject: Sendable {

    /// The offices, that of the observable first, each with the type that is reported for it.
    let offices: [Downstream]

    /// The derived values that are drained, too, if there are any.
    let elsewhere: DrainElsewhere?

    private var office: PostOffice { offices[0].office }

    /// The latest position in the order of the observable.
    ///
    /// The start of an observation has a position, too. It may begin with a message that isn't
    /// sent.
    fileprivate var position: Position { office.position + (elsewhere?.position() ?? 0) }
}

/// Places that are drained with an observable, and aren't offices.
struct DrainElsewhere: Sendable {

    /// Adds the places to wait for.
    let wait: @Sendable (Barrier) -> Void

    /// A number that grows whenever there may be more to wait for.
    let position: @Sendable () -> Int
}

/// One wait, with a time limit, until everything that was sent is handled.
///
/// If there are several observables, everything must be handled at one moment. So nothing may have
/// been sent to them during the wait, and no observation may have started. The request compares
/// their positions before and after each wait. If these are the same, there was such a moment: when
/// the last marker was reached. A message that a handler sends comes before the marker after that
/// handler.
struct DrainRequest {

    private let subjects: [DrainSubject]

    /// `true` if everything must be handled at one moment.
    private let isGroup: Bool
    private let deadline: Deadline

    init(_ subjects: [DrainSubject], isGroup: Bool = false, within duration: Duration) {
        self.subjects = subjects
        self.isGroup = isGroup
        deadline = Deadline(in: duration)
    }

    /// One of the waits that the request takes.
    private struct Round {

        let barrier: Barrier

        /// The positions before the round began.
        let positions: [Position]

        /// `true` if the closure `act` was called after the round had begun.
        ///
        /// The next round waits for its effects.
        let hasActed: Bool
    }

    private var positions: [Position] { isGroup ? subjects.map(\.position) : [] }

    /// Begins to wait for everything that was sent so far.
    private func begin(then act: (() -> Void)? = nil) -> Round {
        let positions = positions, barrier = Barrier()
        for subject in subjects {
            subject.elsewhere?.wait(barrier)
            for subject in subject.offices { subject.office.drain(barrier, DrainRoute(to: subject.type)) }
        }
        act?()
        return Round(barrier: barrier, positions: positions, hasActed: act != nil)
    }

    /// Returns whether everything was handled at one moment: when the last marker was reached.
    private func isDone(after round: Round) -> Bool { !round.hasActed && round.positions == positions }

    /// Returns whether no other round may begin.
    ///
    /// The effects of `act` must be waited for, within the remaining time.
    private func isOver(after round: Round) -> Bool { !round.hasActed && deadline.remaining <= .zero }

    /// Blocks the thread, and returns what is left if time is up.
    ///
    /// - Parameter act: Is called when the first markers are in place. The drain also waits for its
    ///   effects.
    func drain(then act: (() -> Void)? = nil) -> [Unfinished] {
        var round = begin(then: act)
        while true {
            if !round.barrier.isReached, !block(for: round.barrier) { return left(after: round.barrier) }
            if isDone(after: round) { return [] }
            if isOver(after: round) { return left(after: round.barrier) }
            round = begin()
        }
    }

    /// Suspends the task, and returns what is left if time is up or the task is cancelled.
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

    /// Returns what is left when time is up.
    ///
    /// The messages that the wait was for may be handled just then. But nothing has looked yet at
    /// the places after them, or at messages that were sent meanwhile. So this looks until
    /// something is left, or everything was handled at one moment.
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

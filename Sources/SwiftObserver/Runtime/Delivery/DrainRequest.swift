/// What is to be drained: an observable, with the combinations that it's a part of.
struct DrainSubject: Sendable {

    /// The offices, that of the observable first, and what to call those who send there.
    let offices: [Downstream]

    /// Begins to count what is sent to the observable, or ends that.
    let countSends: @Sendable (Bool) -> Void

    private var office: PostOffice { unsafeDowncast(offices[0].registrar, to: PostOffice.self) }

    /// How many messages were sent while someone counted.
    var sends: Int { office.sends }
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

    /// Whether there's no time for another round. What was sent before the latest round is handled then.
    private var isOver: Bool { deadline.remaining <= .zero || Task.isCancelled }

    /// Begins to wait for all that was sent so far.
    private func begin() -> Barrier {
        let barrier = Barrier()
        for subject in subjects {
            for office in subject.offices { office.registrar.drain(barrier, DrainRoute(to: office.type)) }
        }
        return barrier
    }

    /// Blocks the thread. Returns what is left if time is up.
    ///
    /// - Parameter act: Is called when the first markers stand in line. What it causes is waited for, too.
    func drain(then act: (() -> Void)? = nil) -> [Unfinished] {
        countSends(true)
        defer { countSends(false) }
        var act = act
        while true {
            let sends = sends, barrier = begin(), hasActed = act != nil
            act?()
            act = nil
            if !barrier.isReached, !block(for: barrier) { return left(after: barrier) }
            if hasActed { continue }
            if sends == self.sends || isOver { return [] }
        }
    }

    /// Suspends the task. Returns what is left if time is up, or the task is cancelled.
    func drain(isolation: isolated (any Actor)?, then act: (() -> Void)? = nil) async -> [Unfinished] {
        countSends(true)
        defer { countSends(false) }
        var act = act
        while true {
            let sends = sends, barrier = begin(), hasActed = act != nil
            act?()
            act = nil
            if !barrier.isReached {
                let isReached = await barrier.suspend(atMost: deadline.remaining, isolation: isolation)
                if !isReached { return left(after: barrier) }
            }
            if hasActed { continue }
            if sends == self.sends || isOver { return [] }
        }
    }

    /// What is left when time is up.
    ///
    /// What the wait was for may be handled just then. But nobody has looked yet at what is behind that, so this does.
    private func left(after givenUp: Barrier) -> [Unfinished] {
        var left = givenUp.left
        while left.isEmpty {
            let sends = sends, barrier = begin()
            barrier.begin {}
            if barrier.giveUp() { left = barrier.left } else if sends == self.sends || isOver { break }
        }
        return left
    }

    private func block(for barrier: Barrier) -> Bool {
        barrier.block(atMost: deadline.remaining) {
            if case .waitsForItself = $0 { Misuse.drainForItself.stop() }
            return true
        }
    }

    private func countSends(_ isCounting: Bool) {
        if isGroup { for subject in subjects { subject.countSends(isCounting) } }
    }

    private var sends: [Int] { isGroup ? subjects.map(\.sends) : [] }
}

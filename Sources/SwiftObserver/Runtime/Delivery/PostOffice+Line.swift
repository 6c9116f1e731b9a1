import Dispatch

/// Delivers what is in line.
extension PostOffice {

    /// Goes off duty or, if letters are in line, delivers these first. Call this only on duty.
    ///
    /// What nobody needs any more is released on duty, too. What is sent meanwhile is then left in line. Otherwise it would
    /// be delivered further up on the stack, and so on, and would not count as foreign.
    @inline(__always)
    func finish(_ lease: ObservationList.Lease?) {
        var lease = lease
        if !goOffDuty(&lease) { deliverLine(&lease) }
    }

    /// Goes off duty unless letters are in line or something had to be released. That is released when this returns.
    @inline(__always)
    private func goOffDuty(_ lease: inout ObservationList.Lease?) -> Bool {
        let (isOffDuty, reclaimed) = state.withLock { state in
            guard state.mailbox.canGoOffDuty else { return (false, Reclaimed?.none) }
            let reclaimed = state.registry.end(lease)
            lease = nil
            return (reclaimed == nil && state.mailbox.goOffDuty(), reclaimed)
        }
        reclaimed?.release()
        return isOffDuty
    }

    @inline(never)
    private func deliverLine(_ lease: inout ObservationList.Lease?) {
        if let letters = takeLine(&lease) { deliver(letters, &lease) }
    }

    /// Takes the line out, and exchanges the lease for a new one, or goes off duty.
    private func takeLine(_ lease: inout ObservationList.Lease?) -> AnyLetters? {
        while true {
            var mustReleaseFirst = false, work = DeferredWork()
            let (letters, newLease, reclaimed) = state.withLock { state in
                let reclaimed = state.end(lease, &work)
                mustReleaseFirst = reclaimed != nil && state.mailbox.canGoOffDuty
                let letters = mustReleaseFirst ? nil : state.mailbox.takeLine(wantedLimit: state.firstLimit)
                return (letters, letters == nil ? nil : state.registry.lease(), reclaimed)
            }
            lease = newLease
            reclaimed?.release()
            work.finish()
            if !mustReleaseFirst { return letters }
        }
    }

    /// Exchanges a lease for a new one.
    private func renew(_ lease: inout ObservationList.Lease?) {
        var work = DeferredWork()
        let (newLease, reclaimed) = state.withLock { state in
            let reclaimed = state.end(lease, &work)
            return (state.registry.lease(), reclaimed)
        }
        lease = newLease
        reclaimed?.release()
        work.finish()
    }

    /// Delivers the batch and then the line until it's empty, or hands over.
    ///
    /// A whole line is taken at once. That's exact because what started after the line was taken isn't entitled to any
    /// of it, and what ended is skipped. If observations ended, we renew the lease, so that they're released right after
    /// the letter during which they ended.
    private func deliver(_ letters: AnyLetters, _ lease: inout ObservationList.Lease?) {
        var letters = letters, budget = Tuning.deliveryBudget
        let outerWork = ForeignWork.mark
        defer { ForeignWork.mark = outerWork }
        while true {
            while budget > 0, !letters.isBatchDone {
                ForeignWork.isUnderWay = letters.isNextForeign
                if deliverNext(of: letters, to: lease).isForeign { budget -= 1 }
                if !letters.isBatchDone, lease?.isStale == true { renew(&lease) }
            }
            if letters.isBatchDone {
                guard let next = takeLine(&lease) else { return }
                letters = next
            }
            if budget <= 0 { return handOver(lease) }
        }
    }

    /// Delivers the oldest letter, and returns its envelope.
    @inline(__always)
    @discardableResult
    private func deliverNext(of letters: AnyLetters, to lease: ObservationList.Lease?) -> Envelope {
        if letters.beginNext() { ring() }
        return letters.deliverNext(to: lease)
    }

    /// Tells those who waited for the letter to begin that has just begun.
    @inline(never)
    private func ring() {
        var work = DeferredWork()
        state.withLock {
            $0.mailbox.takeReachedMarkers(&work)
            $0.takeWaitersWithRoom(&work)
        }
        work.finish()
    }

    /// Frees this thread from delivering for others.
    ///
    /// What was taken out stays with the mailbox, so that each letter still dies when it's delivered.
    ///
    /// Each delivery that is handed over gets a serial queue of its own. Such queues get as many threads as it takes, within
    /// the limit of the system. On a shared concurrent queue, which has no more threads than the machine has processors,
    /// the handlers of a few observables could block all others, even those that they wait for.
    private func handOver(_ lease: ObservationList.Lease?) {
        var work = DeferredWork()
        let reclaimed = state.withLock { state in
            state.mailbox.handOver()
            return state.end(lease, &work)
        }
        let queue = DispatchQueue(label: "SwiftObserver.delivery")
        queue.async { [self] in
            var (letters, lease) = state.withLock { ($0.mailbox.takeOver(.current), $0.registry.lease()) }
            if let letters { deliver(letters, &lease) }
        }
        // Only then, since a destructor may wait for the delivery.
        reclaimed?.release()
        work.finish()
    }

    /// Delivers that many letters, oldest first, on the queue on which this office delivers all its letters.
    func deliverOldest(_ count: Int) -> AnyObject? {
        let thread = ThreadID.current
        var count = count, emptied: AnyLetters?, work = DeferredWork()
        while count > 0 {
            let (letters, lease) = state.withLock {
                ($0.mailbox.takeOldest(thread, wantedLimit: $0.firstLimit), $0.registry.lease())
            }
            repeat {
                deliverNext(of: letters, to: lease)
                count -= 1
            } while count > 0 && !letters.isBatchDone && lease?.isStale != true
            let reclaimed = state.withLock { state in
                let reclaimed = state.end(lease, &work)
                emptied = state.mailbox.pause()
                return reclaimed
            }
            reclaimed?.release()
            work.finish()
        }
        return emptied
    }
}

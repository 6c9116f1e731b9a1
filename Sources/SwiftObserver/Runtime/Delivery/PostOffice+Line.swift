import Dispatch

/// Delivers pending letters.
extension PostOffice {

    /// Goes off duty, after it has delivered the pending letters, if any. Call this only on duty.
    ///
    /// Objects that are no longer needed are released on duty, too. Messages that their destructors
    /// send then become pending. Otherwise, they would be delivered further up the stack, and so
    /// on, and wouldn't count as foreign.
    @inline(__always)
    func finish(_ lease: ObservationList.Lease?) {
        var lease = lease
        if !goOffDuty(&lease) { deliverLine(&lease) }
    }

    /// Goes off duty unless a letter or a marker is left, or objects had to be released.
    ///
    /// These objects are released when this returns.
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

    /// Takes out all letters, and renews the lease, or goes off duty.
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

    /// Ends a lease and takes a new one.
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

    /// Delivers the batch, then all later letters until none is pending, or hands over.
    ///
    /// All letters are taken out at once. That's exact: an observation that started later isn't
    /// entitled to any of them, and one that has ended is skipped. If observations have ended, the
    /// lease is renewed. So they're released right after the letter during which they ended.
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

    /// Notifies the waiters for the letter that has just begun.
    @inline(never)
    private func ring() {
        var work = DeferredWork()
        state.withLock {
            $0.mailbox.takeReachedMarkers(&work)
            $0.takeWaitersWithRoom(&work)
        }
        work.finish()
    }

    /// Frees this thread from delivering for other threads.
    ///
    /// The rest of the batch stays with the mailbox, so that each letter is still released when
    /// it's delivered.
    ///
    /// Each delivery that is handed over gets a serial queue of its own. Such queues get as many
    /// threads as they need, within the limit of the system. A shared concurrent queue has no more
    /// threads than the machine has processors. There, the handlers of a few observables could
    /// block all others, even handlers that they wait for.
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
        // Only now, because a destructor may wait for the delivery.
        reclaimed?.release()
        work.finish()
    }

    /// Delivers that many letters, oldest first, on the queue that delivers for this office.
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

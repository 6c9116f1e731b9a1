extension Mutant {

    /// Defects in waiting until all is handled, in closing, and in ends that wait for handlers.
    static let ofWaiting = [
        Mutant(
            "drains-before-it-refuses",
            Change(
                in: "Observable.close(within:)", "messenger.refuseMessages()",
                becomes: "if !PLANTED { messenger.refuseMessages() }"),
            Change(
                in: "Observable.close(within:)", ".drain { messenger.sayFarewell() }",
                becomes: """
                    .drain { messenger.sayFarewell() }
                    if PLANTED { messenger.refuseMessages() }
                    """), shownBy: "close-in-place"),
        Mutant(
            "forgets-what-the-end-sends", in: "DrainRequest.isDone", "!round.hasActed",
            becomes: "(!round.hasActed || PLANTED)", shownBy: "close-timed"),
        Mutant(
            "forgets-farewell-on-lane", in: "AnyInbox.postFarewell", "owner.phase = .closing",
            becomes: "owner.phase = PLANTED ? .open : .closing", shownBy: "close-timed"),
        Mutant(
            "many-lanes-forget-close", in: "PostOffice.post", "$0.isClosed",
            becomes: "!PLANTED, $0.isClosed", shownBy: "close-many-lanes"),
        Mutant(
            "refused-not-counted", in: "PostOfficeState.countRefused", "refused += 1",
            becomes: "refused += PLANTED ? 0 : 1", shownBy: "close-in-place"),
        Mutant(
            "starts-on-closed", in: "PostOfficeState.start", "!isClosed",
            becomes: "!isClosed || PLANTED", shownBy: "close-and-start"),
        Mutant(
            "line-not-waited-for", in: "AnyLetters.step", "behindAll ? accepted",
            becomes: "behindAll && !PLANTED ? accepted", shownBy: "drain-line"),
        Mutant(
            "transforms-not-drained", in: "PostOffice.wait", "observation.downstream.map",
            becomes: "(PLANTED ? nil : observation.downstream).map", shownBy: "drain-transform"),
        Mutant(
            "combinations-not-drained", in: "Observable.drainSubject", "messenger.combinedOffices",
            becomes: "(PLANTED ? [] : messenger.combinedOffices)", shownBy: "drain-combined-variable"),
        Mutant(
            "group-not-counted", in: "DrainRequest.isDone", "round.positions == positions",
            becomes: "(PLANTED || round.positions == positions)", shownBy: "drain-group"),
        Mutant(
            "fan-out-not-waited-for", in: "PostOffice.drain", "waitForFanOut()",
            becomes: "if !PLANTED { waitForFanOut() }", shownBy: "drain-group-many-lanes"),
        Mutant(
            "loop-done-when-it-takes", in: "FeedState.setHand", "hand = gone",
            becomes: "hand = PLANTED ? nil : gone", shownBy: "drain-loop"),
        Mutant(
            "begun-is-done", in: "Steps.begin", "2 * (count - 1)",
            becomes: "2 * (count - 1) + (PLANTED ? 1 : 0)",
            shownBy: "end-and-wait-hop"),
        Mutant(
            "taken-out-is-done-if-bounded", in: "BoundedInbox.nextTurn", "turn.isAwaited = steps.begin(begun)",
            becomes: "if !PLANTED { turn.isAwaited = steps.begin(begun) }", shownBy: "end-and-wait-bounded"),
        Mutant(
            "ended-not-retired", in: "PostOfficeState.remove", "observation.retireIfHandling()",
            becomes: "!PLANTED && observation.retireIfHandling()", shownBy: "end-and-wait-after-end"),
        Mutant(
            "combination-not-in-receiver", in: "ObservingSite.combine", "receiver.add(observation, by: observer)",
            becomes: """
                {
                    if PLANTED { extras.observer = observer }
                    return PLANTED ? group.add(observation) : receiver.add(observation, by: observer)
                }()
                """,
            shownBy: "end-and-wait-beside-handle"),
        Mutant(
            "releases-between-ends", in: "Receiver.endObservations", "let ended = observations.withLock { $0.end() }",
            becomes: """
                var ended = observations.withLock { $0.end() }
                if PLANTED {
                    while let one = ended.popLast() { one.finishEnd(because: .stopped) }
                    return true
                }
                """, shownBy: "drain-in-destructor"),
        Mutant(
            "leaves-receiver-first", in: "ReceiverState.end", "ended.append(observations[index])",
            becomes: """
                ended.append(observations[index])
                if PLANTED { remove(observations[index]) }
                """, shownBy: "end-and-wait-beside-end"),
        Mutant(
            "group-known-too-late", in: "ObservationGroup.unfinished", "$0.enders > 0",
            becomes: "$0.enders > 0 && !PLANTED", shownBy: "end-and-wait-part-beside-end"),
        Mutant(
            "drain-waits-for-ended", in: "AnyInbox.endWaiting", "waiters.limit(to: 2 * begun)",
            becomes: "if !PLANTED { waiters.limit(to: 2 * begun) }", shownBy: "drain-stuck-while-ending"),
        Mutant(
            "waits-for-ended", in: "AnyInbox.add", "case .ended: break",
            becomes: "case .ended: if PLANTED { end += turns(behind: begun) }", shownBy: "drain-stuck-while-ending"),
        Mutant(
            "line-of-nobody-waited-for", in: "PostOfficeState.takeHopelessWaiters", "registry.count == 0",
            becomes: "registry.count == 0, !PLANTED", shownBy: "drain-line-while-ending"),
        Mutant(
            "first-message-not-counted", in: "DrainSubject.position", "office.position",
            becomes: "PLANTED ? office.state.withLock(orElse: 0) { Position($0.sent) } : office.position",
            shownBy: "drain-group-first"),
        Mutant(
            "first-on-lane-not-counted",
            Change(
                in: "PostOfficeState.post", "_ = mailbox.nextPosition()",
                becomes: "if !PLANTED || !observation.isHopped { _ = mailbox.nextPosition() }"),
            Change(
                in: "PostOfficeState.post", "others += 1",
                becomes: "if !PLANTED || !observation.isHopped { others += 1 }"), shownBy: "drain-group-first-later"),
        Mutant(
            "retired-behind-step",
            Change(
                in: "AnyObservation.retireIfHandling", "guard let inbox",
                becomes: """
                    let wasOdd = PLANTED && inbox?.steps.isBusy == true
                    guard let inbox
                    """),
            Change(
                in: "AnyObservation.retireIfHandling", "if inbox.steps.isBusy",
                becomes: "if PLANTED ? wasOdd : inbox.steps.isBusy"), shownBy: "end-and-wait-after-end"),
        Mutant(
            "looked-before-even-step",
            Change(
                in: "Observation.finishTurn", "let isAwaited = inbox.steps.finish()",
                becomes: """
                    let wasRetired = PLANTED && isRetired
                    let isAwaited = inbox.steps.finish()
                    """),
            Change(in: "Observation.finishTurn", "if isRetired", becomes: "if PLANTED ? wasRetired : isRetired"),
            shownBy: "end-and-wait-after-end"),
        Mutant(
            "retired-for-ever", in: "Observation.finishTurn", "if isRetired",
            becomes: "if isRetired, !PLANTED", shownBy: "end-and-wait-after-end"),
        Mutant(
            "retired-for-ever-in-place", in: "Reclaimed.release", "where observation.isRetired",
            becomes: "where observation.isRetired && !PLANTED", shownBy: "end-and-wait-after-replacement"),
        Mutant(
            "replaced-list-forgotten", in: "Registry.isLeased", "list.leasedPredecessors > 0",
            becomes: "!PLANTED && list.leasedPredecessors > 0", shownBy: "end-and-wait-after-replacement"),
        Mutant(
            "part-not-told-of-group", in: "ObservationGroup.end", "all.contains(where: \\.mayBeHandling)",
            becomes: "all.contains(where: \\.mayBeHandling), !PLANTED", shownBy: "end-and-wait-part"),
        Mutant(
            "shared-handler-not-retired", in: "ObservationRegistrar.unregister", "observation.retireIfHandling()",
            becomes: "!PLANTED && observation.retireIfHandling()", shownBy: "end-and-wait-part-bounded"),
        Mutant(
            "group-remembers-nothing", in: "ObservationGroup.end", "active.map { WeakReference($0) }",
            becomes: "PLANTED ? [] : active.map { WeakReference($0) }", shownBy: "end-and-wait-by-handle"),
        Mutant(
            "delivery-not-waited-for", in: "PostOfficeState.add", "!mailbox.isDelivering",
            becomes: "!mailbox.isDelivering || PLANTED", shownBy: "end-and-wait-in-place"),
        Mutant(
            "no-alarm-for-markers", in: "StepQueue.alarm", "markers.map(\\.step).min()",
            becomes: "(PLANTED ? nil : markers.map(\\.step).min())", shownBy: "end-and-wait-behind-end"),
        Mutant(
            "step-before-alarm",
            Change(
                in: "AnyInbox.add", "waiters.add(marker, until: 2 * end)",
                becomes: """
                    let wereDone = PLANTED && steps.areDone(end)
                    waiters.add(marker, until: 2 * end)
                    """),
            Change(
                in: "AnyInbox.add", "!steps.areDone(end)",
                becomes: "PLANTED ? !wereDone : !steps.areDone(end)"), shownBy: "drain-hop-held"),
        Mutant(
            "pause-tells-nobody", in: "Observation.finishTurn", "if isAwaited", becomes: "if isAwaited, !PLANTED",
            shownBy: "drain-hop"),
        Mutant(
            "batch-is-one-step", in: "BoundedInbox.nextTurn", "max(1, turn.batch.count)",
            becomes: "PLANTED ? 1 : max(1, turn.batch.count)", shownBy: "drain-batches"),
        Mutant(
            "circle-of-two-at-most", in: "WaitGraph.enter", "seen.insert(other).inserted",
            becomes: "seen.insert(other).inserted, !PLANTED || seen.count < 2", shownBy: "end-in-circle-surely"),
        Mutant(
            "given-up-marker-stays", in: "Barrier.giveUp", "for marker in markers ?? []",
            becomes: "for marker in markers ?? [] where !PLANTED", shownBy: "drain-given-up"),
    ]
}

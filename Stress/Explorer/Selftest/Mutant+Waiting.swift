extension Mutant {

    /// Defects of those who wait until everything is handled, of closing, and of ends that wait for handlers.
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
            "forgets-farewell-on-lane", in: "AnyInbox.postFarewell", "owner.waitingFarewells += 1",
            becomes: "if !PLANTED { owner.waitingFarewells += 1 }", shownBy: "close-timed"),
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
            "group-not-counted", in: "DrainRequest.isDone", "round.sent == sent",
            becomes: "(PLANTED || round.sent == sent)", shownBy: "drain-group"),
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
            "receiver-gets-nothing-back", in: "ReceiverState.keepOrRemove", "!contains(observation)",
            becomes: "!contains(observation), !PLANTED", shownBy: "end-and-wait-after-end"),
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
            "part-not-told-of-group", in: "ObservationGroup.end", "members.contains(where: \\.isRetired)",
            becomes: "members.contains(where: \\.isRetired), !PLANTED", shownBy: "end-and-wait-part"),
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
                in: "AnyInbox.add", "waiters.add(marker, until: 2 * turns)",
                becomes: """
                    let wereDone = PLANTED && steps.areDone(turns)
                    waiters.add(marker, until: 2 * turns)
                    """),
            Change(
                in: "AnyInbox.add", "!steps.areDone(turns)",
                becomes: "PLANTED ? !wereDone : !steps.areDone(turns)"), shownBy: "drain-hop-held"),
        Mutant(
            "pause-tells-nobody", in: "Observation.finishTurn", "if isAwaited", becomes: "if isAwaited, !PLANTED",
            shownBy: "drain-hop"),
        Mutant(
            "farewell-tells-nobody", in: "AnyInbox.postFarewell", "owner.passFarewell()",
            becomes: "owner.passFarewell() && !PLANTED", shownBy: "close-timed"),
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

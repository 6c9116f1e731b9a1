import Planting

/// A defect of a line or two that is planted into a copy of the library, and its scenario.
struct Mutant: Sendable {

    typealias Change = Defect.Change

    let defect: Defect

    /// The scenario that should find it first.
    let scenario: String

    var name: String { defect.name }

    init(_ name: String, in declaration: String, _ sound: String, becomes broken: String, shownBy scenario: String) {
        self.init(name, Change(in: declaration, sound, becomes: broken), shownBy: scenario)
    }

    init(_ name: String, _ changes: Change..., shownBy scenario: String) {
        defect = Defect(name, changes)
        self.scenario = scenario
    }

    static func named(_ name: String) -> Mutant? { all.first { $0.name == name } }

    static let all =
        ofDelivery + ofEndings + ofLeasing + ofPosting + ofHops + ofStates + ofBudget + ofLifetimes + ofLocks
        + ofTasks + ofLarge + ofBounds + ofRoom + ofWaiting + ofWatching + ofPlaces + ofOperators + ofTiming
        + ofDerived

    private static let ofDelivery = [
        Mutant(
            "lost-recheck", in: "Mailbox.goOffDuty", "canGoOffDuty",
            becomes: "canGoOffDuty || PLANTED", shownBy: "two-senders"),
        Mutant(
            "two-on-duty", in: "Mailbox.goOnDuty", "deliverer == .nobody",
            becomes: "deliverer == .nobody || PLANTED", shownBy: "two-senders"),
        Mutant(
            "never-hands-over", in: "PostOffice.deliver", "deliverNext(of: letters, to: lease).isForeign",
            becomes: "deliverNext(of: letters, to: lease).isForeign, !PLANTED", shownBy: "hand-over"),
        Mutant(
            "rest-is-lost", in: "PostOffice.handOver", "if let letters",
            becomes: "if !PLANTED, let letters", shownBy: "hand-over"),
        Mutant(
            "entitles-all", in: "Envelope.forEachRecipient", "$0.start < position",
            becomes: "$0.start < position || PLANTED", shownBy: "start-while-waiting"),
        Mutant(
            "queue-loses-rest", in: "Mailbox.pause", "isIdle ?",
            becomes: "isIdle || PLANTED ?", shownBy: "delivery-queue-turns"),
        Mutant(
            "queue-forgets-rest", in: "AnyLetters.takeOut", "taken.count > 0",
            becomes: "taken.count > 0, !PLANTED", shownBy: "delivery-queue-turns"),
        Mutant(
            "start-without-position", in: "PostOfficeState.start", "mailbox.nextPosition()",
            becomes: "PLANTED ? 0 : mailbox.nextPosition()", shownBy: "start-while-waiting"),
        Mutant(
            "created-twice", in: "LazyProtected.create", "!isOurs",
            becomes: "!isOurs, !PLANTED", shownBy: "first-starts"),
        Mutant(
            "starts-after-end", in: "PostOfficeState.start", "!observation.isEnded",
            becomes: "!observation.isEnded || PLANTED", shownBy: "stop-all-while-starting"),
        Mutant(
            "drops-under-lock", in: "FeedState.push", ".evicted(oldest)",
            becomes: "PLANTED ? .kept : .evicted(oldest)", shownBy: "messages-newest"),
        Mutant(
            "dropped-under-lock", in: "Feed.push", "work.release(holding: evicted)",
            becomes: "if !PLANTED { work.release(holding: evicted) }", shownBy: "messages-newest"),
        Mutant(
            "waiting-loop-not-resumed", in: "Feed.push", "waiter.resumeLater(returning: element, &work)",
            becomes: "if !PLANTED { waiter.resumeLater(returning: element, &work) }", shownBy: "messages"),
        Mutant(
            "cut-off-loop-stays", in: "Observation.postToLoop", "markEnded()",
            becomes: "!PLANTED, markEnded()", shownBy: "loop-cut-off"),
        Mutant(
            "waits-in-vain", in: "FeedState.wait", "let element = takeElement()",
            becomes: "!PLANTED, let element = takeElement()", shownBy: "messages"),
    ]

    private static let ofEndings = [
        Mutant(
            "stop-does-not-mark", in: "AnyObservation.markEnded", "return atomicMarks",
            becomes: "return PLANTED || atomicMarks", shownBy: "stop-another"),
        Mutant(
            "handles-after-end", in: "Observation.callAndCount", "isEnded",
            becomes: "isEnded, !PLANTED", shownBy: "stop-another"),
        Mutant(
            "observer-not-held", in: "Observation.handle(_:from:)", "guard let observer = livingObserver",
            becomes: """
                if PLANTED, livingObserver != nil { return call(message, from: author) }
                guard let observer = livingObserver
                """, shownBy: "observer-dies"),
        Mutant(
            "receiver-not-told", in: "AnyObservation.finishEnd", "receiver?.withLock",
            becomes: "(PLANTED ? nil : receiver)?.withLock", shownBy: "end-and-wait-by-handle"),
        Mutant(
            "ends-under-lock", in: "Receiver.endObservations", "let ended = observations.withLock { $0.end() }",
            becomes: """
                if PLANTED { observations.withLock { $0.end().unregister(because: .stopped) } }
                let ended = observations.withLock { $0.end() }
                """, shownBy: "stop-while-sending"),
        Mutant(
            "takes-out-unmarked", in: "ReceiverState.end", "$0.markEnded()",
            becomes: "(PLANTED || $0.markEnded())", shownBy: "stop-all-twice"),
        Mutant(
            "group-ends-too-late", in: "AnyObservation.markEnded", "group?.markEnded()",
            becomes: "if !PLANTED { group?.markEnded() }", shownBy: "combined-stop-twice"),
        Mutant(
            "group-ends-one-by-one", in: "ObservationGroup.markEnded",
            "ended.store(true, ordering: .sequentiallyConsistent)",
            becomes: "if !PLANTED { ended.store(true, ordering: .sequentiallyConsistent) }",
            shownBy: "combined-stop-twice"),
        Mutant(
            "old-origin-stays",
            Change(
                in: "Transform.replaceOrigin", "_ = link?.observation?.markEnded()",
                becomes: "if !PLANTED { _ = link?.observation?.markEnded() }"),
            Change(
                in: "Transform.replaceOrigin", "old?.observation?.finishEnd(because: .stopped)",
                becomes: "if !PLANTED { old?.observation?.finishEnd(because: .stopped) }"), shownBy: "replace-origin"),
    ]

    private static let ofHops = [
        Mutant(
            "block-after-unlock", in: "Lane.post(_:_:storing:)",
            "let isBlockLeft = state.withLock(backoff: .short)",
            becomes: """
                if PLANTED {
                    let needsBlock = state.withLock { state in
                        store()
                        return state.post(job)
                    }
                    if needsBlock && enqueueBlock() { work.perform(shared) }
                    return
                }
                let isBlockLeft = state.withLock(backoff: .short)
                """, shownBy: "hop-flush"),
        Mutant(
            "job-never-released", in: "Inbox.take", "jobOfTaken.take()",
            becomes: "PLANTED ? nil : jobOfTaken.take()", shownBy: "hop-flush"),
        Mutant(
            "job-released-too-early", in: "Inbox.take", "return taken.count == 0",
            becomes: "return taken.count == 0 || PLANTED", shownBy: "hop-stop"),
        Mutant(
            "turned-away-forever", in: "LaneState.begin", "isBlockTurnedAway = true",
            becomes: "isBlockTurnedAway = !PLANTED", shownBy: "hop-concurrent"),
        Mutant(
            "farewell-overtakes", in: "AnyObservation.postFarewell", "inbox.isFinished",
            becomes: "(inbox.isFinished || PLANTED)", shownBy: "hop-deaths"),
        Mutant(
            "message-behind-farewell", in: "AnyObservation.postFarewell", "markEnded()",
            becomes: "PLANTED || markEnded()", shownBy: "many-lanes-last-words"),
    ]

    private static let ofStates = [
        Mutant(
            "unlocks-too-early", in: "PublishedState.sendChange(from:as:)",
            "let delivery = office.post(message, from: author, &work)",
            becomes: """
                if PLANTED { state.unlock() }
                if PLANTED { state.lock(orStop: .changeInsideChange) }
                let delivery = office.post(message, from: author, &work)
                """, shownBy: "set-and-change"),
        Mutant(
            "value-not-compared-anew", in: "PublishedState.set", "state.assumingLocked.version == known.version",
            becomes: "state.assumingLocked.version == known.version || PLANTED", shownBy: "set-equal-small"),
        Mutant(
            "start-with-old-value",
            Change(
                in: "PublishedState.start(_:ofMessenger:withLatest:)", "state.lock(orStop: .changeInsideChange)",
                becomes: """
                    let early = PLANTED ? state.copy() : nil
                    state.lock(orStop: .changeInsideChange)
                    """),
            Change(
                in: "PublishedState.start(_:ofMessenger:withLatest:)", "latest(state.assumingLocked)",
                becomes: "latest(early ?? state.assumingLocked)"), shownBy: "latest-while-set"),
        Mutant(
            "fulfilled-again", in: "Promise.dispatch", "outcome == nil",
            becomes: "outcome == nil || PLANTED", shownBy: "fulfill-while-observed"),
        Mutant(
            "fulfilled-value-unseen", in: "Wait.result", "case .fulfilled(let value, _) = published.current",
            becomes: "!PLANTED, case .fulfilled(let value, _) = published.current", shownBy: "promise-value-fulfilled"),
        Mutant(
            "locks-in-any-order", in: "Commit.init(along:)",
            "links.isEmpty ? [] : inLockOrder(links.map(\\.combination))",
            becomes: "PLANTED ? links.map(\\.combination) : inLockOrder(links.map(\\.combination))",
            shownBy: "change-two-combinations"),
    ]
}

/// A defect of one line that is planted into a copy of the library.
///
/// All defects are planted into the same copy, where `isPlanted` tells which one is in effect.
struct Mutant: Sendable {

    let name: String

    /// The file in `Sources/SwiftObserver`.
    let file: String

    /// What occurs exactly once in that file.
    let sound: String

    /// What is put in its place.
    let defect: String

    /// Where to look for it first.
    let scenario: String

    init(_ name: String, in file: String, _ sound: String, becomes defect: String, shownBy scenario: String) {
        self.name = name
        self.file = file
        self.sound = sound
        self.defect = defect.replacing("PLANTED", with: "isPlanted(\"\(name)\")")
        self.scenario = scenario
    }

    static func named(_ name: String) -> Mutant? { all.first { $0.name == name } }

    static let all =
        ofDelivery + ofEndings + ofLeasing + ofPosting + ofHops + ofStates + ofBudget + ofLifetimes + ofLocks
        + ofTasks + ofLarge + ofBounds + ofRoom + ofWaiting + ofWatching + ofPlaces + ofOperators + ofTiming

    private static let ofDelivery = [
        Mutant(
            "lost-recheck", in: "Runtime/Delivery/Mailbox.swift", "guard isLineEmpty else { return false }",
            becomes: "guard isLineEmpty || PLANTED else { return false }", shownBy: "two-senders"),
        Mutant(
            "two-on-duty", in: "Runtime/Delivery/Mailbox.swift",
            "guard deliverer == .nobody else { return false }",
            becomes: "guard deliverer == .nobody || PLANTED else { return false }", shownBy: "two-senders"),
        Mutant(
            "never-hands-over", in: "Runtime/Delivery/PostOffice.swift", ", to: lease).isForeign {",
            becomes: ", to: lease).isForeign, !PLANTED {", shownBy: "hand-over"),
        Mutant(
            "rest-is-lost", in: "Runtime/Delivery/PostOffice.swift", "var batch = rest",
            becomes: "var batch = PLANTED ? nil : rest", shownBy: "hand-over"),
        Mutant(
            "entitles-all", in: "Runtime/Delivery/Envelope.swift",
            "            lease?.forEach { if $0.start < position { act($0) } }",
            becomes: "            lease?.forEach { if $0.start < position || PLANTED { act($0) } }",
            shownBy: "start-while-waiting"),
        Mutant(
            "queue-loses-rest", in: "Runtime/Delivery/Mailbox.swift", "if !batch.isEmpty { line",
            becomes: "if !batch.isEmpty, !PLANTED { line", shownBy: "delivery-queue-turns"),
        Mutant(
            "queue-forgets-rest", in: "Runtime/Delivery/LetterLine.swift", "{ rest.take() ?? letters.take() }",
            becomes: "{ PLANTED ? letters.take() ?? rest.take() : rest.take() ?? letters.take() }",
            shownBy: "delivery-queue-turns"),
        Mutant(
            "start-without-position", in: "Runtime/Delivery/PostOfficeState.swift",
            "observation.start = mailbox.nextPosition()",
            becomes: "observation.start = PLANTED ? 0 : mailbox.nextPosition()", shownBy: "start-while-waiting"),
        Mutant(
            "created-twice", in: "Runtime/Locking/LazyProtected.swift",
            "guard !isOurs, let theirs else { return new.address }",
            becomes: "guard !isOurs, !PLANTED, let theirs else { return new.address }", shownBy: "first-starts"),
        Mutant(
            "starts-after-end", in: "Runtime/Delivery/PostOfficeState.swift",
            "!observation.isEnded else { return false }",
            becomes: "!observation.isEnded || PLANTED else { return false }",
            shownBy: "stop-all-while-starting"),
        Mutant(
            "drops-under-lock", in: "Runtime/Loops/FeedState.swift",
            "            return .evicted(oldest)",
            becomes: "            return PLANTED ? .kept : .evicted(oldest)",
            shownBy: "messages-newest"),
        Mutant(
            "waits-in-vain", in: "Runtime/Loops/FeedState.swift",
            "guard ask(for: waiter.loop) else { return .end }\n        if let",
            becomes: "guard ask(for: waiter.loop) else { return .end }\n        if !PLANTED, let",
            shownBy: "messages"),
    ]

    private static let ofEndings = [
        Mutant(
            "stop-does-not-mark", in: "Runtime/Observations/AnyObservation.swift",
            "return atomicMarks.bitwiseOr(Self.endedMark,",
            becomes: "return PLANTED || atomicMarks.bitwiseOr(Self.endedMark,",
            shownBy: "stop-another"),
        Mutant(
            "handles-after-end", in: "Runtime/Observations/Observation.swift", "if isEnded { return }",
            becomes: "if isEnded, !PLANTED { return }", shownBy: "stop-another"),
        Mutant(
            "observer-not-held", in: "Runtime/Observations/Observation.swift",

            "guard let observer = livingObserver else {\n            end(because: .observerDied)\n            return\n        }\n        call(",
            becomes: """
                if PLANTED, livingObserver != nil { return call(message, from: author) }
                        guard let observer = livingObserver else {
                            end(because: .observerDied)
                            return
                        }
                        call(
                """, shownBy: "observer-dies"),
        Mutant(
            "receiver-not-told", in: "Runtime/Observations/AnyObservation.swift",
            "receiver?.withLock { $0.remove(self) }",
            becomes: "if !PLANTED { receiver?.withLock { $0.remove(self) } }", shownBy: "fulfill-while-observed"),
        Mutant(
            "ends-under-lock", in: "Observation/Receiver.swift",
            "let ended = observations.withLock { $0.end() }",
            becomes: """
                if PLANTED { observations.withLock { $0.end().unregister() } }
                        let ended = observations.withLock { $0.end() }
                """, shownBy: "stop-while-sending"),
        Mutant(
            "takes-out-unmarked", in: "Runtime/Observations/ReceiverState.swift", "&& $0.markEnded()",
            becomes: "&& (PLANTED || $0.markEnded())",
            shownBy: "stop-all-twice"),
        Mutant(
            "group-ends-too-late", in: "Runtime/Observations/AnyObservation.swift", "        group?.markEnded()",
            becomes: "        if !PLANTED { group?.markEnded() }", shownBy: "combined-stop-twice"),
        Mutant(
            "group-ends-one-by-one", in: "Runtime/Observations/ObservationGroup.swift",
            "{ ended.store(true, ordering: .releasing) }",
            becomes: "{ if !PLANTED { ended.store(true, ordering: .releasing) } }", shownBy: "combined-stop-twice"),
        Mutant(
            "old-origin-stays", in: "Transforms/Transform.swift",
            """
                        _ = link?.observation?.markEnded()
                        swap(&link, &old)
                    }
                    old?.observation?.unregister(because: .stopped)
            """,
            becomes: """
                            if !PLANTED { _ = link?.observation?.markEnded() }
                            swap(&link, &old)
                        }
                        if !PLANTED { old?.observation?.unregister(because: .stopped) }
                """, shownBy: "replace-origin"),
    ]

    private static let ofHops = [
        Mutant(
            "block-after-unlock", in: "Runtime/Lanes/Lane.swift",
            "        state.withLock(backoff: .short) { state in\n            store()\n            return state.post(job) && enqueueBlock()",
            becomes: """
                        if PLANTED {
                            let needsBlock = state.withLock { state in
                                store()
                                return state.post(job)
                            }
                            return needsBlock && enqueueBlock()
                        }
                        return state.withLock(backoff: .short) { state in
                            store()
                            return state.post(job) && enqueueBlock()
                """, shownBy: "hop-flush"),
        Mutant(
            "job-never-released", in: "Runtime/Lanes/Inbox.swift", "return jobOfTaken.take()",
            becomes: "return PLANTED ? nil : jobOfTaken.take()", shownBy: "hop-flush"),
        Mutant(
            "job-released-too-early", in: "Runtime/Lanes/Inbox.swift", "guard taken.count == 0 else {",
            becomes: "guard taken.count == 0 || PLANTED else {", shownBy: "hop-stop"),
        Mutant(
            "turned-away-forever", in: "Runtime/Lanes/LaneState.swift", "            isBlockTurnedAway = true",
            becomes: "            isBlockTurnedAway = !PLANTED", shownBy: "hop-concurrent"),
        Mutant(
            "farewell-overtakes", in: "Runtime/Observations/AnyObservation.swift",
            "extras?.farewell == nil, inbox.isFinished {",
            becomes: "extras?.farewell == nil, inbox.isFinished || PLANTED {", shownBy: "hop-deaths"),
        Mutant(
            "message-behind-farewell", in: "Runtime/Observations/AnyObservation.swift",
            "return markEnded() ? Leftover", becomes: "return PLANTED || markEnded() ? Leftover",
            shownBy: "many-lanes-last-words"),
    ]

    private static let ofStates = [
        Mutant(
            "unlocks-too-early", in: "Runtime/State/ChangingValues.swift",
            "        let message = State.message(old: old, new: state.assumingLocked.value)\n",
            becomes: """
                        let message = State.message(old: old, new: state.assumingLocked.value)
                        if PLANTED { state.unlock() }
                        if PLANTED { state.lock(orStop: .changeInsideChange) }

                """, shownBy: "set-and-change"),
        Mutant(
            "value-not-compared-anew", in: "Runtime/State/ChangingValues.swift",
            "guard state.assumingLocked.version == known.version else {",
            becomes: "guard state.assumingLocked.version == known.version || PLANTED else {",
            shownBy: "set-equal-small"),
        Mutant(
            "start-with-old-value", in: "Runtime/State/PublishedState.swift",
            """
                    state.lock(orStop: .changeInsideChange)
                    let message = latest(state.assumingLocked)

            """,
            becomes: """
                        let early = PLANTED ? state.copy() : nil
                        state.lock(orStop: .changeInsideChange)
                        let message = latest(early ?? state.assumingLocked)

                """,
            shownBy: "latest-while-set"),
        Mutant(
            "fulfilled-again", in: "Promises/Promise.swift", "guard outcome == nil else {",
            becomes: "guard outcome == nil || PLANTED else {", shownBy: "fulfill-while-observed"),
        Mutant(
            "fulfilled-value-unseen", in: "Async/PromiseValue.swift",
            "if case .fulfilled(let value, _) = published.current {",
            becomes: "if !PLANTED, case .fulfilled(let value, _) = published.current {",
            shownBy: "promise-value-fulfilled"),
        Mutant(
            "locks-in-any-order", in: "Runtime/State/Dependencies.swift",
            "values = inLockOrder(links.map(\\.dependency))",
            becomes: "values = PLANTED ? links.map(\\.dependency) : inLockOrder(links.map(\\.dependency))",
            shownBy: "combined-variables-crossed"),
    ]
}

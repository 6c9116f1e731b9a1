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
        ofDelivery + ofEndings + ofLending + ofPosting + ofHops + ofStates + ofPatience + ofLifetimes + ofLocks
        + ofTasks + ofLarge

    private static let ofDelivery = [
        Mutant(
            "lost-recheck", in: "Runtime/Mailbox.swift", "guard line == nil else { return false }",
            becomes: "guard line == nil || PLANTED else { return false }", shownBy: "two-senders"),
        Mutant(
            "duty-not-taken", in: "Runtime/Mailbox.swift", "guard deliverer == .nobody else { return false }",
            becomes: "guard deliverer == .nobody || PLANTED else { return false }", shownBy: "two-senders"),
        Mutant(
            "never-hands-over", in: "Runtime/PostOffice.swift", "(to: reading).isForeign {",
            becomes: "(to: reading).isForeign, !PLANTED {", shownBy: "hand-over"),
        Mutant(
            "rest-is-lost", in: "Runtime/PostOffice.swift", "var batch = rest",
            becomes: "var batch = PLANTED ? nil : rest", shownBy: "hand-over"),
        Mutant(
            "entitles-all", in: "Runtime/Letters.swift", "        reading?.forEach { if $0.start < place {",
            becomes: "        reading?.forEach { if $0.start < place || PLANTED {", shownBy: "start-while-waiting"),
        Mutant(
            "queue-loses-rest", in: "Runtime/Mailbox.swift", "if !batch.isEmpty { rest = batch }",
            becomes: "if !batch.isEmpty, !PLANTED { rest = batch }", shownBy: "delivery-queue-turns"),
        Mutant(
            "queue-forgets-rest", in: "Runtime/Mailbox.swift", "= rest.take() ?? line.take()",
            becomes: "= PLANTED ? line.take() ?? rest.take() : rest.take() ?? line.take()",
            shownBy: "delivery-queue-turns"),
        Mutant(
            "start-without-place", in: "Runtime/PostOffice.swift", "observation.start = mailbox.nextPlace()",
            becomes: "observation.start = PLANTED ? 0 : mailbox.nextPlace()", shownBy: "start-while-waiting"),
        Mutant(
            "created-twice", in: "Runtime/Protected.swift", "guard !isOurs, let theirs else { return newAddress }",
            becomes: "guard !isOurs, !PLANTED, let theirs else { return newAddress }", shownBy: "first-starts"),
        Mutant(
            "starts-after-end", in: "Runtime/PostOffice.swift", "guard !observation.isEnded else { return false }",
            becomes: "guard !observation.isEnded || PLANTED else { return false }",
            shownBy: "stop-all-while-starting"),
        Mutant(
            "drops-under-lock", in: "Runtime/Feed.swift", "droppedElement = line.removeFirst()",
            becomes: "if PLANTED { _ = line.removeFirst() } else { droppedElement = line.removeFirst() }",
            shownBy: "messages-newest"),
        Mutant(
            "waits-in-vain", in: "Runtime/Feed.swift",
            "if line.count > 0 { return .element(line.removeFirst()) }\n        if isClosed",
            becomes: "if line.count > 0, !PLANTED { return .element(line.removeFirst()) }\n        if isClosed",
            shownBy: "messages"),
    ]

    private static let ofEndings = [
        Mutant(
            "stop-does-not-mark", in: "Runtime/Observation.swift",
            "return !ending.exchange(true, ordering: .acquiringAndReleasing)",
            becomes: "return PLANTED || !ending.exchange(true, ordering: .acquiringAndReleasing)",
            shownBy: "stop-another"),
        Mutant(
            "handles-after-end", in: "Runtime/Observation.swift", "if isEnded { return }",
            becomes: "if isEnded, !PLANTED { return }", shownBy: "stop-another"),
        Mutant(
            "observer-not-held", in: "Runtime/Observation.swift",
            "guard let observer = livingObserver else {\n            end()",
            becomes: """
                if PLANTED, livingObserver != nil { return call(message, from: author) }
                        guard let observer = livingObserver else {
                            end()
                """, shownBy: "observer-dies"),
        Mutant(
            "receiver-not-told", in: "Runtime/Observation.swift", "receiver?.withLock { $0.remove(self) }",
            becomes: "if !PLANTED { receiver?.withLock { $0.remove(self) } }", shownBy: "fulfill-while-observed"),
        Mutant(
            "ends-under-lock", in: "Observation/Receiver.swift",
            "let ended = observations.withLock { $0.end() }",
            becomes: """
                if PLANTED { observations.withLock { $0.end().leave() } }
                        let ended = observations.withLock { $0.end() }
                """, shownBy: "stop-while-sending"),
        Mutant(
            "takes-out-unmarked", in: "Runtime/ReceiverState.swift", "&& $0.mark()",
            becomes: "&& (PLANTED || $0.mark())",
            shownBy: "stop-all-twice"),
        Mutant(
            "companions-too-late", in: "Runtime/Observation.swift", "        companions?.mark()",
            becomes: "        if !PLANTED { companions?.mark() }", shownBy: "combined-stop-twice"),
        Mutant(
            "companions-one-by-one", in: "Runtime/Companions.swift", "{ ending.store(true, ordering: .releasing) }",
            becomes: "{ if !PLANTED { ending.store(true, ordering: .releasing) } }", shownBy: "combined-stop-twice"),
        Mutant(
            "old-origin-stays", in: "Transforms/Transform.swift", "            link?.observation?.end()",
            becomes: "            if !PLANTED { link?.observation?.end() }", shownBy: "replace-origin"),
    ]

    private static let ofHops = [
        Mutant(
            "block-after-unlock", in: "Runtime/Hop.swift",
            "        lane.withLock(courtesy: .brief) { schedule in\n            store()\n            if schedule.post(errand) { sendBlock() }",
            becomes: """
                        if PLANTED {
                            let needsBlock = lane.withLock { schedule in
                                store()
                                return schedule.post(errand)
                            }
                            return needsBlock ? sendBlock() : ()
                        }
                        lane.withLock(courtesy: .brief) { schedule in
                            store()
                            if schedule.post(errand) { sendBlock() }
                """, shownBy: "hop-flush"),
        Mutant(
            "hold-never-over", in: "Runtime/Inbox.swift", "? holdOfTaken.take() : nil",
            becomes: "? PLANTED ? nil : holdOfTaken.take() : nil", shownBy: "hop-flush"),
        Mutant(
            "hold-over-too-early", in: "Runtime/Inbox.swift", "return taken.count == 0 ?",
            becomes: "return taken.count == 0 || PLANTED ?", shownBy: "hop-stop"),
        Mutant(
            "turned-away-forever", in: "Runtime/Hop.swift", "            isBlockTurnedAway = true",
            becomes: "            isBlockTurnedAway = !PLANTED", shownBy: "hop-concurrent"),
        Mutant(
            "farewell-overtakes", in: "Runtime/Observation.swift", "Farewell(to: self).post(by: hop)",
            becomes: "if PLANTED { handleFarewell() } else { Farewell(to: self).post(by: hop) }", shownBy: "hop-deaths"),
    ]

    private static let ofStates = [
        Mutant(
            "unlocks-too-early", in: "Runtime/Record.swift",
            "        let message = State.message(old: old, new: state.unlocked.value)\n",
            becomes: """
                        let message = State.message(old: old, new: state.unlocked.value)
                        if PLANTED { state.unlock() }
                        if PLANTED { state.lock(orStop: .changeInsideChange) }

                """, shownBy: "set-and-change"),
        Mutant(
            "value-not-compared-anew", in: "Runtime/Record.swift",
            "guard state.unlocked.version == known.version else {",
            becomes: "guard state.unlocked.version == known.version || PLANTED else {",
            shownBy: "set-equal-small"),
        Mutant(
            "start-with-old-value", in: "Runtime/Record.swift",
            "        var (duty, first) = state.withLock(orStop: .changeInsideChange) { state in",
            becomes: """
                        let early = PLANTED ? state.copy() : nil
                        var (duty, first) = state.withLock(orStop: .changeInsideChange) { state in
                            let state = early ?? state
                """, shownBy: "latest-while-set"),
        Mutant(
            "fulfilled-again", in: "Promises/Promise.swift", "guard outcome == nil else {",
            becomes: "guard outcome == nil || PLANTED else {", shownBy: "fulfill-while-observed"),
        Mutant(
            "kept-value-unseen", in: "Async/PromiseValue.swift", "if case .kept(let value, _) = record.current {",
            becomes: "if !PLANTED, case .kept(let value, _) = record.current {", shownBy: "promise-value-kept"),
        Mutant(
            "locks-in-any-order", in: "Runtime/Parts.swift", "records = inLockOrder(seats.map(\\.part))",
            becomes: "records = PLANTED ? seats.map(\\.part) : inLockOrder(seats.map(\\.part))",
            shownBy: "combined-variables-crossed"),
    ]
}

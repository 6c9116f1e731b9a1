extension Mutant {

    /// Defects of looking at what goes on.
    static let ofWatching = [
        Mutant(
            "start-not-watched", in: "Runtime/Delivery/PostOfficeState.swift", "if Watching.isOn || observation.probe",
            becomes: "if !PLANTED && Watching.isOn || observation.probe", shownBy: "watch-and-start"),
        Mutant(
            "listed-and-not-looked-again", in: "Runtime/Delivery/PostOffice.swift",
            "if Watching.isOn {\n            beginWatching()",
            becomes: "if Watching.isOn, !PLANTED {\n            beginWatching()", shownBy: "watch-and-first-start"),
        Mutant(
            "begun-after-the-end", in: "Runtime/Delivery/PostOffice.swift", "if Watching.isOn { $0.beginWatching() }",
            becomes: "if Watching.isOn || PLANTED { $0.beginWatching() }", shownBy: "unwatch-and-start"),
        Mutant(
            "probes-stay", in: "Runtime/Delivery/PostOfficeState.swift",
            "        registry.forEach { $0.endWatching() }\n        return true",
            becomes: "        if !PLANTED { registry.forEach { $0.endWatching() } }\n        return true",
            shownBy: "unwatch-in-place"),
        Mutant(
            "posting-not-waited-for", in: "Runtime/Delivery/PostOffice.swift",
            "fanOutLock.map { $0.withLock { _ in state.withLock { $0.sample(where: isWanted) } } }",
            becomes: """
                fanOutLock.map { lock in
                                    PLANTED
                                        ? state.withLock { $0.sample(where: isWanted) }
                                        : lock.withLock { _ in state.withLock { $0.sample(where: isWanted) } }
                                }
                """, shownBy: "inspect-many-lanes"),
        Mutant(
            "taken-not-counted", in: "Runtime/Lanes/Inbox.swift", "takenOut += taken.count",
            becomes: "takenOut += PLANTED ? 0 : taken.count", shownBy: "inspect-hop"),
        Mutant(
            "starts-count-as-sends", in: "Runtime/Delivery/PostOfficeState.swift",
            "{ watch(observation) }\n        others += 1",
            becomes: "{ watch(observation) }\n        others += PLANTED ? 0 : 1", shownBy: "inspect-in-place"),
    ]
}

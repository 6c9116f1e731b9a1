extension Mutant {

    /// Defects of watching and inspecting.
    static let ofWatching = [
        Mutant(
            "start-not-watched", in: "PostOfficeState.start", "Watching.isOn",
            becomes: "!PLANTED && Watching.isOn", shownBy: "watch-and-start"),
        Mutant(
            "listed-and-not-looked-again", in: "PostOffice.enterDirectory", "Watching.isOn",
            becomes: "Watching.isOn, !PLANTED", shownBy: "watch-and-first-start"),
        Mutant(
            "begun-after-the-end", in: "PostOffice.beginWatching", "Watching.isOn",
            becomes: "Watching.isOn || PLANTED", shownBy: "unwatch-and-start"),
        Mutant(
            "probes-stay", in: "PostOfficeState.endWatching", "registry.forEach { $0.endWatching() }",
            becomes: "if !PLANTED { registry.forEach { $0.endWatching() } }", shownBy: "unwatch-in-place"),
        Mutant(
            "posting-not-waited-for", in: "PostOffice.sample", "fanOutLock.map { $0.withLock",
            becomes: """
                fanOutLock.map { lock in
                    PLANTED
                        ? state.withLock { $0.sample(where: isWanted) }
                        : lock.withLock
                """, shownBy: "inspect-many-lanes"),
        Mutant(
            "taken-not-counted", in: "Inbox.takePosted", "takenOut += taken.count",
            becomes: "takenOut += PLANTED ? 0 : taken.count", shownBy: "inspect-hop"),
        Mutant(
            "starts-count-as-sends", in: "PostOfficeState.start", "others += 1",
            becomes: "others += PLANTED ? 0 : 1", shownBy: "inspect-in-place"),
    ]
}

extension Mutant {

    /// Defects of transforms that keep something, or have several origins.
    static let ofOperators = [
        Mutant(
            "switches-too-late", in: "SwitchedSource.switch", "$0 == number",
            becomes: "$0 == number || PLANTED", shownBy: "switch-order"),
        Mutant(
            "never-leaves-source", in: "SwitchToLatest.deinit", "current.stop()",
            becomes: "if !PLANTED { current.stop() }", shownBy: "switch-dies"),
        Mutant(
            "never-leaves-merged", in: "Merge.deinit", "for observation in observations",
            becomes: "for observation in observations where !PLANTED", shownBy: "merge-dies"),
        Mutant(
            "replays-what-was-before",
            Change(
                in: "PublishedState.start(_:ofMessenger:withAll:)", "state.lock(orStop: .changeInsideChange)",
                becomes: """
                    let early = PLANTED ? state.copy() : nil
                    state.lock(orStop: .changeInsideChange)
                    """),
            Change(
                in: "PublishedState.start(_:ofMessenger:withAll:)", "messages(state.assumingLocked)",
                becomes: "messages(early ?? state.assumingLocked)"), shownBy: "replay-start"),
        Mutant(
            "replays-only-first", in: "PostOfficeState.post", "for message in messages.dropFirst()",
            becomes: "for message in messages.dropFirst() where !PLANTED", shownBy: "replay-start"),
        Mutant(
            "replays-in-pieces",
            Change(
                in: "PostOffice.start(_:ofMessenger:withAll:from:)", "all: messages",
                becomes: "all: PLANTED ? [messages[0]] : messages"),
            Change(
                in: "PostOffice.start(_:ofMessenger:withAll:from:)", "finishStart",
                becomes: """
                    if PLANTED {
                        for message in messages.dropFirst() {
                            _ = state.withLock {
                                $0.post(all: [message], to: observation, from: author, by: thread, office: self)
                            }
                        }
                    }
                    finishStart
                    """), shownBy: "replay-busy"),
        Mutant(
            "prefix-never-ends", in: "Rule.first", "farewell == nil",
            becomes: "farewell == nil, !PLANTED", shownBy: "prefix-fire"),
    ]
}

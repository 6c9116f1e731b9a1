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
                in: "PublishedState.start(_:ofMessenger:posting:)", "state.lock(orStop: .changeInsideChange)",
                becomes: """
                    let early = PLANTED ? state.copy() : nil
                    state.lock(orStop: .changeInsideChange)
                    """),
            Change(
                in: "PublishedState.start(_:ofMessenger:posting:)", "post(state.assumingLocked",
                becomes: "post(early ?? state.assumingLocked"), shownBy: "replay-start"),
        Mutant(
            "replays-only-first", in: "PostOfficeState.post", "for message in messages",
            becomes: "for message in PLANTED ? Array(messages.prefix(1)) : messages", shownBy: "replay-start"),
        Mutant(
            "replays-in-pieces",
            Change(
                in: "Replay.start", "all: elements", becomes: "all: PLANTED ? [elements[0]] : elements"),
            Change(
                in: "Replay.start", "if let delivery",
                becomes: """
                    if PLANTED {
                        for message in elements.dropFirst() {
                            _ = office.postFirst(message, to: observation, from: self, &work) { _ in false }
                        }
                    }
                    if let delivery
                    """),
            Change(in: "PostOffice.postFirst", "state.sent !=", becomes: "!PLANTED && state.sent !="),
            shownBy: "replay-busy"),
        Mutant(
            "prefix-never-ends", in: "Rule.first", "farewell == nil",
            becomes: "farewell == nil, !PLANTED", shownBy: "prefix-fire"),
    ]
}

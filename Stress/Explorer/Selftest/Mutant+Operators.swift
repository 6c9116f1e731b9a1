extension Mutant {

    /// Defects of transforms that keep something, or have several origins.
    static let ofOperators = [
        Mutant(
            "switches-too-late", in: "Transforms/SwitchToLatest.swift", "{ $0 == number }",
            becomes: "{ $0 == number || PLANTED }", shownBy: "switch-order"),
        Mutant(
            "never-leaves-source", in: "Transforms/SwitchToLatest.swift", "deinit { current.stop() }",
            becomes: "deinit { if !PLANTED { current.stop() } }", shownBy: "switch-dies"),
        Mutant(
            "never-leaves-merged", in: "Transforms/Merge.swift",
            "for observation in observations { observation?.end() }",
            becomes: "for observation in observations where !PLANTED { observation?.end() }", shownBy: "merge-dies"),
        Mutant(
            "replays-what-was-before", in: "Runtime/State/PublishedState.swift",
            """
                    state.lock(orStop: .changeInsideChange)
                    let messages = messages(state.assumingLocked)

            """,
            becomes: """
                        let early = PLANTED ? state.copy() : nil
                        state.lock(orStop: .changeInsideChange)
                        let messages = messages(early ?? state.assumingLocked)

                """,
            shownBy: "replay-start"),
        Mutant(
            "replays-only-first", in: "Runtime/Delivery/PostOfficeState.swift",
            "for message in messages.dropFirst() {",
            becomes: "for message in messages.dropFirst() where !PLANTED {", shownBy: "replay-start"),
        Mutant(
            "replays-in-pieces", in: "Runtime/Delivery/PostOffice.swift",
            """
                            ? $0.post(all: messages, to: observation, from: author, by: thread, office: self)
                            : PendingDelivery(kind: .refused)
                    }

            """,
            becomes: """
                                ? $0.post(
                                    all: PLANTED ? [messages[0]] : messages, to: observation, from: author, by: thread,
                                    office: self)
                                : PendingDelivery(kind: .refused)
                        }
                        if PLANTED {
                            for message in messages.dropFirst() {
                                _ = state.withLock {
                                    $0.post(all: [message], to: observation, from: author, by: thread, office: self)
                                }
                            }
                        }

                """,
            shownBy: "replay-busy"),
        Mutant(
            "prefix-never-ends", in: "Transforms/Prefix.swift", "if left == 0, farewell == nil { end() }",
            becomes: "if left == 0, farewell == nil, !PLANTED { end() }", shownBy: "prefix-fire"),
    ]
}

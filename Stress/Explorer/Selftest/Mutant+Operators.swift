extension Mutant {

    /// Defects of transforms that keep state, or have several origins.
    static let ofOperators = [
        Mutant(
            "switches-too-late", in: "SwitchedSource.switch", "$0 == number",
            becomes: "$0 == number || PLANTED", shownBy: "switch-order"),
        Mutant(
            "never-leaves-source", in: "SwitchToLatest.deinit", "current.stop()",
            becomes: "if !PLANTED { current.stop() }", shownBy: "switch-dies"),
        Mutant(
            "never-leaves-merged", in: "Gathering.endObservations", "for observation in observations",
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
        Mutant(
            "tuples-overtake", in: "GatheredTuples.add",
            "let tuple = next(), delivery = office.post(tuple, from: author, &work)",
            becomes: """
                let tuple = next()
                if PLANTED { lock.unlock() }
                let delivery = office.post(tuple, from: author, &work)
                if PLANTED { lock.lock(orStop: .lockInsideLock) }
                """, shownBy: "combine-messengers"),
        Mutant(
            "never-leaves-other", in: "endingGroup", "followedBy: end",
            becomes: "followedBy: PLANTED ? nil : end", shownBy: "prefix-until-dies"),
        Mutant(
            "other-ends-nothing", in: "endingGroup", "group.copy()?.end()",
            becomes: "if !PLANTED { group.copy()?.end() }", shownBy: "prefix-until"),
        Mutant(
            "keeps-what-is-closed", in: "AddedSources.add", "added.observation.isEnded",
            becomes: "added.observation.isEnded, !PLANTED", shownBy: "flat-map-closes"),
        Mutant(
            "adds-to-the-dead", in: "AddedSources.add", "state.hasStopped",
            becomes: "state.hasStopped, !PLANTED", shownBy: "flat-map-dies"),
        Mutant(
            "prepends-late",
            Change(in: "Prepend.start", "$0.post(", becomes: "PLANTED ? Delivery.nothing : $0.post("),
            Change(
                in: "Prepend.start", "if let delivery",
                becomes: """
                    if PLANTED {
                        for message in messages {
                            let late = office.postFirst(message, to: observation, from: self, &work) { _ in false }
                            office.perform(late, &work, message, from: self)
                        }
                        return
                    }
                    if let delivery
                    """),
            Change(in: "PostOffice.postFirst", "state.sent !=", becomes: "!PLANTED && state.sent !="),
            shownBy: "prepend-start"),
    ]
}

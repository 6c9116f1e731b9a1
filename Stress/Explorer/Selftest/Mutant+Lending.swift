extension Mutant {

    /// Defects of how rolls are lent, given back and replaced.
    static let ofLending = [
        Mutant(
            "removes-what-is-lent", in: "Runtime/Registry.swift", "        if roll.isLent {\n",
            becomes: "        if roll.isLent, !PLANTED {\n", shownBy: "leave-and-replace"),
        Mutant(
            "reads-too-far", in: "Runtime/Registry.swift", "$0.forEach(upTo: end, act)",
            becomes: "$0.forEach(upTo: PLANTED ? $0.end : end, act)", shownBy: "leave-and-start"),
        Mutant(
            "leavers-stay", in: "Runtime/Registry.swift",
            "for observation in remains.observations { roll.remove(observation) }",
            becomes: "for observation in remains.observations where !PLANTED { roll.remove(observation) }",
            shownBy: "two-readers"),
        Mutant(
            "leavers-are-copied", in: "Runtime/Registry.swift",
            "if let observation = slots[index], observation.isStaying { roll.append(observation) }",
            becomes: "if let observation = slots[index], observation.isStaying || PLANTED { roll.append(observation) }",
            shownBy: "leave-and-replace"),
        Mutant(
            "any-reader-removes", in: "Runtime/Registry.swift", "let isLent = reading.giveBack()",
            becomes: "let isLent = reading.giveBack() && !(PLANTED && reading.isOf(roll))", shownBy: "two-readers"),
        Mutant(
            "any-reader-takes-roll", in: "Runtime/Registry.swift", "return isLent || leavers.isEmpty",
            becomes: "return isLent && !(PLANTED && !reading.isOf(roll)) || leavers.isEmpty",
            shownBy: "reader-in-reader"),
        Mutant(
            "old-roll-taken-for-new", in: "Runtime/Registry.swift", "guard let roll, reading.isOf(roll) else {",
            becomes: "guard let roll, reading.isOf(roll) || PLANTED else {", shownBy: "leave-and-replace"),
        Mutant(
            "replaced-roll-not-kept", in: "Runtime/Registry.swift",
            "guard let oldRoll, oldRoll.isLent else { return oldRoll }",
            becomes: "guard let oldRoll, oldRoll.isLent, !PLANTED else { return oldRoll }",
            shownBy: "dies-while-read"),
        Mutant(
            "leavers-leave-early", in: "Runtime/Registry.swift",
            "while let leaver = leavers.popLast() { leaver.slot = AnyObservation.nowhere }",
            becomes: """
                while let leaver = leavers.popLast() {
                            if PLANTED { oldRoll.remove(leaver) }
                            leaver.slot = AnyObservation.nowhere
                        }
                """, shownBy: "leave-and-replace"),
        Mutant(
            "lent-roll-is-emptied", in: "Runtime/Registry.swift",
            "if other.isLent { other.copyThoseWhoStay(to: self) }",
            becomes: "if other.isLent, !PLANTED { other.copyThoseWhoStay(to: self) }", shownBy: "leave-and-replace"),
        Mutant(
            "replaced-roll-not-taken", in: "Runtime/Registry.swift", "return Remains(roll: reading.takeRoll()) }",
            becomes: "return PLANTED ? nil : Remains(roll: reading.takeRoll()) }", shownBy: "leave-and-replace"),
        Mutant(
            "hand-over-keeps-roll", in: "Runtime/PostOffice.swift",
            "state.mailbox.handOver()\n            return state.registry.takeBack(reading)",
            becomes: "state.mailbox.handOver()\n            return PLANTED ? nil : state.registry.takeBack(reading)",
            shownBy: "hand-over-and-end"),
        Mutant(
            "queue-keeps-roll", in: "Runtime/PostOffice.swift",
            "state.mailbox.takeBack(letters)\n                return state.registry.takeBack(reading)",
            becomes:
                "state.mailbox.takeBack(letters)\n                return PLANTED ? nil : state.registry.takeBack(reading)",
            shownBy: "read-on-queue"),
        Mutant(
            "queue-never-renews", in: "Runtime/PostOffice.swift", "reading?.isOutdated != true",
            becomes: "(reading?.isOutdated != true || PLANTED)", shownBy: "leave-between-letters-on-queue"),
        Mutant(
            "never-renews", in: "Runtime/PostOffice.swift", "reading?.isOutdated == true {",
            becomes: "reading?.isOutdated == true, !PLANTED {", shownBy: "leave-between-letters"),
        Mutant(
            "leaving-not-told", in: "Runtime/Registry.swift",
            "        observation.slot = ~observation.slot\n        outdated.store(true, ordering: .relaxed)",
            becomes: """
                        observation.slot = ~observation.slot
                        if !PLANTED { outdated.store(true, ordering: .relaxed) }
                """, shownBy: "leave-between-letters"),
        Mutant(
            "replacement-not-told", in: "Runtime/Registry.swift",
            "        }\n        outdated.store(true, ordering: .relaxed)",
            becomes: "        }\n        if !PLANTED { outdated.store(true, ordering: .relaxed) }",
            shownBy: "replace-between-letters"),
    ]
}

extension Mutant {

    /// Defects of how lists of observations are leased, given back and replaced.
    static let ofLeasing = [
        Mutant(
            "removes-what-is-leased", in: "Runtime/Observations/Registry.swift", "        if list.isLeased {\n",
            becomes: "        if list.isLeased, !PLANTED {\n", shownBy: "leave-and-replace"),
        Mutant(
            "reads-too-far", in: "Runtime/Observations/ObservationList.swift", "$0.forEach(upTo: end, act)",
            becomes: "$0.forEach(upTo: PLANTED ? $0.end : end, act)", shownBy: "leave-and-start"),
        Mutant(
            "retired-stay", in: "Runtime/Observations/Registry.swift",
            "for observation in reclaimed.observations { list.remove(observation) }",
            becomes: "for observation in reclaimed.observations where !PLANTED { list.remove(observation) }",
            shownBy: "two-readers"),
        Mutant(
            "retired-are-copied", in: "Runtime/Observations/ObservationList.swift",
            "if let observation = slots[index], observation.isRegistered { list.append(observation) }",
            becomes:
                "if let observation = slots[index], observation.isRegistered || PLANTED { list.append(observation) }",
            shownBy: "leave-and-replace"),
        Mutant(
            "any-lease-removes", in: "Runtime/Observations/Registry.swift", "let isLeased = lease.giveBack()",
            becomes: "let isLeased = lease.giveBack() && !(PLANTED && lease.isOf(list))", shownBy: "two-readers"),
        Mutant(
            "any-lease-takes-list", in: "Runtime/Observations/Registry.swift", "return isLeased || retired.isEmpty",
            becomes: "return isLeased && !(PLANTED && !lease.isOf(list)) || retired.isEmpty",
            shownBy: "reader-in-reader"),
        Mutant(
            "old-list-taken-for-new", in: "Runtime/Observations/Registry.swift",
            "guard let list, lease.isOf(list) else {",
            becomes: "guard let list, lease.isOf(list) || PLANTED else {", shownBy: "leave-and-replace"),
        Mutant(
            "replaced-list-not-kept", in: "Runtime/Observations/Registry.swift",
            "guard let oldList, oldList.isLeased else { return oldList }",
            becomes: "guard let oldList, oldList.isLeased, !PLANTED else { return oldList }",
            shownBy: "dies-while-read"),
        Mutant(
            "retired-leave-early", in: "Runtime/Observations/Registry.swift",
            "while let observation = retired.popLast() { observation.slot = AnyObservation.noSlot }",
            becomes: """
                while let observation = retired.popLast() {
                            if PLANTED { oldList.remove(observation) }
                            observation.slot = AnyObservation.noSlot
                        }
                """, shownBy: "leave-and-replace"),
        Mutant(
            "leased-list-is-emptied", in: "Runtime/Observations/ObservationList.swift",
            "if other.isLeased { other.copyRegistered(to: list) }",
            becomes: "if other.isLeased, !PLANTED { other.copyRegistered(to: list) }", shownBy: "leave-and-replace"),
        Mutant(
            "replaced-list-not-taken", in: "Runtime/Observations/Registry.swift",
            "return Reclaimed(list: lease.takeReplacedList()) }",
            becomes: "return PLANTED ? nil : Reclaimed(list: lease.takeReplacedList()) }", shownBy: "leave-and-replace"),
        Mutant(
            "hand-over-keeps-list", in: "Runtime/Delivery/PostOffice.swift",
            "state.mailbox.handOver()\n            return state.end(lease, isLineTaken: true)",
            becomes: "state.mailbox.handOver()\n            return PLANTED ? nil : state.end(lease, isLineTaken: true)",
            shownBy: "hand-over-and-end"),
        Mutant(
            "queue-keeps-list", in: "Runtime/Delivery/PostOffice.swift",
            "state.mailbox.takeBack(letters)\n                return state.end(lease, isLineTaken: true)",
            becomes:
                "state.mailbox.takeBack(letters)\n                return PLANTED ? nil : state.end(lease, isLineTaken: true)",
            shownBy: "read-on-queue"),
        Mutant(
            "queue-never-renews", in: "Runtime/Delivery/PostOffice.swift", "lease?.isStale != true",
            becomes: "(lease?.isStale != true || PLANTED)", shownBy: "leave-between-letters-on-queue"),
        Mutant(
            "never-renews", in: "Runtime/Delivery/PostOffice.swift", "lease?.isStale == true {",
            becomes: "lease?.isStale == true, !PLANTED {", shownBy: "leave-between-letters"),
        Mutant(
            "retiring-not-told", in: "Runtime/Observations/ObservationList.swift",
            "        observation.slot = ~observation.slot\n        stale.pointee.store(true, ordering: .relaxed)",
            becomes: """
                        observation.slot = ~observation.slot
                        if !PLANTED { stale.pointee.store(true, ordering: .relaxed) }
                """, shownBy: "leave-between-letters"),
        Mutant(
            "replacement-not-told", in: "Runtime/Observations/ObservationList.swift",
            "        }\n        stale.pointee.store(true, ordering: .relaxed)",
            becomes: "        }\n        if !PLANTED { stale.pointee.store(true, ordering: .relaxed) }",
            shownBy: "replace-between-letters"),
    ]
}

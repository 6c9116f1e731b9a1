extension Mutant {

    /// Defects in leasing, returning and replacing lists of observations.
    static let ofLeasing = [
        Mutant(
            "removes-what-is-leased", in: "Registry.remove", "list.isLeased",
            becomes: "list.isLeased, !PLANTED", shownBy: "leave-and-start"),
        Mutant(
            "reads-too-far", in: "ObservationList.Lease.forEach", "upTo: end",
            becomes: "upTo: PLANTED ? $0.end : end", shownBy: "leave-and-start"),
        Mutant(
            "retired-stay", in: "Registry.reclaim", "where observation.slot != AnyObservation.noSlot",
            becomes: "where observation.slot != AnyObservation.noSlot && !PLANTED", shownBy: "two-readers"),
        Mutant(
            "retired-are-copied", in: "ObservationList.copyRegistered", "observation.isRegistered",
            becomes: "observation.isRegistered || PLANTED", shownBy: "leave-and-replace"),
        Mutant(
            "any-lease-removes",
            Change(
                in: "Registry.end", "return isLeased", becomes: "return isLeased && !(PLANTED && lease.isOf(list))"),
            Change(in: "Registry.reclaim", "!list.isLeased", becomes: "!list.isLeased || PLANTED"),
            Change(in: "Registry.reclaim", "if isLeased", becomes: "if isLeased, !PLANTED"), shownBy: "two-readers"),
        Mutant(
            "any-lease-takes-list", in: "Registry.end", "return isLeased",
            becomes: "return isLeased && !(PLANTED && !lease.isOf(list))", shownBy: "reader-in-reader"),
        Mutant(
            "old-list-taken-for-new", in: "Registry.reclaim", "lease.isOf(list)",
            becomes: "(lease.isOf(list) || PLANTED)", shownBy: "leave-and-replace"),
        Mutant(
            "replaced-list-not-kept", in: "Registry.replaceList", "oldList.isLeased",
            becomes: "oldList.isLeased, !PLANTED", shownBy: "dies-while-read"),
        Mutant(
            "retired-leave-early", in: "Registry.replaceList", "oldList.holdItself()",
            becomes: """
                oldList.holdItself()
                if PLANTED { unreclaimed = SmallArray() }
                """, shownBy: "end-and-wait-before-replacement"),
        Mutant(
            "leased-list-is-emptied", in: "ObservationList.create", "other.isLeased",
            becomes: "other.isLeased, !PLANTED", shownBy: "leave-and-replace"),
        Mutant(
            "replaced-list-not-taken", in: "Registry.reclaim", "lease.takeReplacedList()",
            becomes: "PLANTED ? nil : lease.takeReplacedList()", shownBy: "leave-and-replace"),
        Mutant(
            "hand-over-keeps-list", in: "PostOffice.handOver", "state.end(lease, &work)",
            becomes: "PLANTED ? nil : state.end(lease, &work)", shownBy: "hand-over-and-end"),
        Mutant(
            "queue-keeps-list", in: "PostOffice.deliverOldest", "state.end(lease, &work)",
            becomes: "PLANTED ? nil : state.end(lease, &work)", shownBy: "read-on-queue"),
        Mutant(
            "queue-never-renews", in: "PostOffice.deliverOldest", "lease?.isStale != true",
            becomes: "(lease?.isStale != true || PLANTED)", shownBy: "leave-between-letters-on-queue"),
        Mutant(
            "never-renews", in: "PostOffice.deliver", "lease?.isStale == true",
            becomes: "lease?.isStale == true, !PLANTED", shownBy: "leave-between-letters"),
        Mutant(
            "retiring-not-told", in: "ObservationList.unregister", "stale.pointee.store(true, ordering: .relaxed)",
            becomes: "if !PLANTED { stale.pointee.store(true, ordering: .relaxed) }", shownBy: "leave-between-letters"),
        Mutant(
            "replacement-not-told", in: "ObservationList.copyRegistered",
            "stale.pointee.store(true, ordering: .relaxed)",
            becomes: "if !PLANTED { stale.pointee.store(true, ordering: .relaxed) }", shownBy: "replace-between-letters"
        ),
    ]
}

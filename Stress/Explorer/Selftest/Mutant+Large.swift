extension Mutant {

    /// Defects that show only with large numbers of observations or messages.
    static let ofLarge = [
        Mutant(
            "one-of-many-not-ended", in: "Receiver.endObservationsAmongMany", "for observation in observations",
            becomes: "for observation in observations where !PLANTED", shownBy: "many-observations"),
        Mutant(
            "all-of-many-ended", in: "Receiver.endObservationsAmongMany", "of: office",
            becomes: "of: PLANTED ? nil : office", shownBy: "many-observers"),
        Mutant(
            "gap-swallows", in: "ObservationList.compact", "slots[index].take()",
            becomes: "slots[index].take(), !PLANTED || end > 0", shownBy: "gaps"),
        Mutant(
            "large-list-keeps-all", in: "ObservationList.deinit", "slots.deinitialize(count: end)",
            becomes: "slots.deinitialize(count: PLANTED && Self.isLarge(slotCount) ? 0 : end)", shownBy: "large-list"),
        Mutant(
            "next-segment-lost", in: "SegmentedQueue.addSegment", "nextSegmentEnd = segmentEnd",
            becomes: "nextSegmentEnd = PLANTED ? nil : segmentEnd", shownBy: "long-line"),
        Mutant(
            "segment-not-left", in: "SegmentedQueue.passFirst", "first == firstSegmentEnd",
            becomes: "first == firstSegmentEnd, !PLANTED", shownBy: "long-line"),
        Mutant(
            "rest-of-segments-lost", in: "SegmentedQueue.deinit", "count -= number",
            becomes: "count -= PLANTED ? count : number", shownBy: "long-line-dropped"),
    ]
}

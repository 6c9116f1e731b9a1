extension Mutant {

    /// Defects that show only where there are many observations or messages.
    static let ofLarge = [
        Mutant(
            "one-of-many-not-ended", in: "Observation/Receiver.swift",
            "for observation in observations { observation.end() }",
            becomes: "for observation in observations where !PLANTED { observation.end() }",
            shownBy: "many-observations"),
        Mutant(
            "all-of-many-ended", in: "Observation/Receiver.swift",
            "            observations.withLock { $0.end(of: office) }.unregister()",
            becomes: "            observations.withLock { $0.end(of: PLANTED ? nil : office) }.unregister()",
            shownBy: "many-observers"),
        Mutant(
            "gap-swallows", in: "Runtime/Observations/ObservationList.swift",
            "if let observation = slots[index].take() {",
            becomes: "if let observation = slots[index].take(), !PLANTED || end > 0 {",
            shownBy: "gaps"),
        Mutant(
            "large-list-keeps-all", in: "Runtime/Observations/ObservationList.swift",
            "        slots.deinitialize(count: end)\n",
            becomes: "        slots.deinitialize(count: PLANTED && Self.isLarge(slotCount) ? 0 : end)\n",
            shownBy: "large-list"),
        Mutant(
            "next-segment-lost", in: "Runtime/Memory/SegmentedQueue.swift",
            ".pointee.nextSegmentEnd = segmentEnd",
            becomes: ".pointee.nextSegmentEnd = PLANTED ? nil : segmentEnd",
            shownBy: "long-line"),
        Mutant(
            "segment-not-left", in: "Runtime/Memory/SegmentedQueue.swift",
            "else if first == firstSegmentEnd { leaveFirstSegment() }\n    }",
            becomes: "else if first == firstSegmentEnd, !PLANTED { leaveFirstSegment() }\n    }",
            shownBy: "long-line"),
        Mutant(
            "rest-of-segments-lost", in: "Runtime/Memory/SegmentedQueue.swift",
            "            count -= number\n",
            becomes: "            count -= PLANTED ? count : number\n",
            shownBy: "long-line-dropped"),
    ]
}

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
            "            observations.withLock { $0.end(of: office) }.leave()",
            becomes: "            observations.withLock { $0.end(of: PLANTED ? nil : office) }.leave()",
            shownBy: "many-observers"),
        Mutant(
            "gap-swallows", in: "Runtime/Registry.swift",
            "if let observation = slots[index].take() {",
            becomes: "if let observation = slots[index].take(), !PLANTED || end > 0 {",
            shownBy: "gaps"),
        Mutant(
            "large-roll-keeps-all", in: "Runtime/Registry.swift",
            "        slots.deinitialize(count: end)\n",
            becomes: "        slots.deinitialize(count: PLANTED && isLarge ? 0 : end)\n",
            shownBy: "large-roll"),
        Mutant(
            "next-block-lost", in: "Runtime/Line.swift",
            ".pointee.nextBlockEnd = blockEnd",
            becomes: ".pointee.nextBlockEnd = PLANTED ? nil : blockEnd",
            shownBy: "long-line"),
        Mutant(
            "block-not-left", in: "Runtime/Line.swift",
            "else if first == firstBlockEnd { leaveBlock() }",
            becomes: "else if first == firstBlockEnd, !PLANTED { leaveBlock() }",
            shownBy: "long-line"),
        Mutant(
            "rest-of-blocks-lost", in: "Runtime/Line.swift",
            "            count -= number\n",
            becomes: "            count -= PLANTED ? count : number\n",
            shownBy: "long-line-dropped"),
    ]
}

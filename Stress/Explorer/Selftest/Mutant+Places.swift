extension Mutant {

    /// Defects of how blocks get to places of clients.
    static let ofPlaces = [
        Mutant(
            "relies-on-block-too-early", in: "Runtime/Lanes/LaneState.swift",
            "isBlockWaiting = !isUnlockedForBlocks",
            becomes: "isBlockWaiting = !isUnlockedForBlocks || PLANTED", shownBy: "place-flush"),
        Mutant(
            "enqueues-under-lock", in: "Runtime/Lanes/Lane.swift", "case .place: return true",
            becomes: """
                case .place:
                            var block = leftover()
                            if PLANTED { block.release() }
                            return true
                """, shownBy: "place-order"),
        Mutant(
            "place-has-many-lanes", in: "Runtime/Lanes/LaneTable.swift", "], entry.isAlive {",
            becomes: "], entry.isAlive, !PLANTED {", shownBy: "place-order"),
        Mutant(
            "forgets-block-of-farewell", in: "Runtime/Delivery/PostOffice.swift",
            "delivery.leftover.release()\n        guard",
            becomes: "if !PLANTED { delivery.leftover.release() }\n        guard", shownBy: "place-delivery"),
        Mutant(
            "forgets-block-of-marker", in: "Runtime/Delivery/PostOffice.swift",
            "leftover.release()\n        return true",
            becomes: "if !PLANTED { leftover.release() }\n        return true", shownBy: "place-drain"),
        Mutant(
            "relies-on-block-that-began", in: "Runtime/Lanes/LaneBlock.swift", "if !hasBegun { $0.didEnqueue() }",
            becomes: "if !hasBegun || PLANTED { $0.didEnqueue() }", shownBy: "place-order"),
    ]
}

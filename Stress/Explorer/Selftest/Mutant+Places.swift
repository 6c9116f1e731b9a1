extension Mutant {

    /// Defects of how blocks get to places of clients.
    static let ofPlaces = [
        Mutant(
            "relies-on-block-too-early", in: "LaneState.post", "!isUnlockedForBlocks",
            becomes: "!isUnlockedForBlocks || PLANTED", shownBy: "place-flush"),
        Mutant(
            "enqueues-under-lock", in: "Lane.enqueueBlock", "else { return true }",
            becomes: """
                else {
                    var block = leftover()
                    if PLANTED { block.release() }
                    return true
                }
                """, shownBy: "place-order"),
        Mutant(
            "place-has-many-lanes", in: "PlaceLane.of", "known.isAlive",
            becomes: "known.isAlive, !PLANTED", shownBy: "place-order"),
        Mutant(
            "forgets-block-of-farewell", in: "PostOffice.close", "delivery.leftover.release()",
            becomes: "if !PLANTED { delivery.leftover.release() }", shownBy: "place-delivery"),
        Mutant(
            "forgets-block-of-marker", in: "PostOffice.add", "leftover.release()",
            becomes: "if !PLANTED { leftover.release() }", shownBy: "place-drain"),
        Mutant(
            "relies-on-block-that-began", in: "LaneBlock.didEnqueue", "!hasBegun",
            becomes: "!hasBegun || PLANTED", shownBy: "place-order"),
    ]
}

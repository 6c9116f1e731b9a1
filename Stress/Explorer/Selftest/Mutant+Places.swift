extension Mutant {

    /// Defects in passing blocks to clients' places.
    static let ofPlaces = [
        Mutant(
            "relies-on-block-too-early", in: "LaneState.post", "!enqueuesAfterUnlocking",
            becomes: "!enqueuesAfterUnlocking || PLANTED", shownBy: "place-flush"),
        Mutant(
            "enqueues-under-lock", in: "Lane.enqueueBlock", "else { return true }",
            becomes: """
                else {
                    if PLANTED { shared.performDeferredTask() }
                    return true
                }
                """, shownBy: "place-order"),
        Mutant(
            "place-has-many-lanes", in: "PlaceLane.of", "known.isAlive",
            becomes: "known.isAlive, !PLANTED", shownBy: "place-order"),
        Mutant(
            "forgets-block-of-farewell", in: "PostOffice.close", "work.finish()",
            becomes: "if !PLANTED { work.finish() }", shownBy: "place-delivery"),
        Mutant(
            "relies-on-block-that-began", in: "LaneBlock.didEnqueue", "!hasBegun",
            becomes: "!hasBegun || PLANTED", shownBy: "place-order"),
    ]
}

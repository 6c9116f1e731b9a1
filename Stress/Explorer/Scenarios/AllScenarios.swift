extension Scenario {
    static let all = {
        let all =
            senders + endings + leasing + renewing + deaths + hops + posting + variables + promises + combined
            + transforms + loops + histories + mixtures + budget + actors + tasks + large + weakness + bounded + merged
            + batches + room + draining + closing + stoppingAndWaiting + watching + places + operators + gathering
            + timing + lives + derived + derivedCombinations + derivedLives + derivedMerging + changes
        precondition(Set(all.map(\.name)).count == all.count, "Two scenarios have the same name.")
        return all
    }()
}

extension Scenario {
    static let all =
        senders + endings + leasing + renewing + deaths + hops + posting + variables + promises + combined + transforms
        + loops + histories + mixtures + budget + actors + tasks + large + weakness + bounded + merged + batches + room
        + draining + closing + stoppingAndWaiting + watching + places + operators + timing
}

extension Scenario {
    static let all =
        senders + endings + lending + renewing + deaths + hops + posting + variables + promises + combined + transforms
        + loops + histories + mixtures + patience + actors + tasks + large + weakness
}

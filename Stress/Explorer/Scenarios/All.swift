extension Scenario {
    static let all =
        senders + endings + deaths + hops + variables + promises + combined + transforms + loops + histories + mixtures
}

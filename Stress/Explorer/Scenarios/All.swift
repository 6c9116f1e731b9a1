extension Scenario {
    static let all = senders
}

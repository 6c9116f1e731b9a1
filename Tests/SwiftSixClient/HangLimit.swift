extension Duration {

    /// Ends a wait that would hang, and never one that is only slow. Where code of a page has a shorter limit, the test itself has waited
    /// before, so that the limit decides nothing.
    static let hangLimit = Duration.seconds(1200)
}

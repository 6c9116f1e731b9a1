extension Duration {

    /// A limit that ends a wait that would hang, and never a wait that is only slow.
    ///
    /// If the code of a page has a shorter limit, the test itself has waited before, so that limit
    /// decides nothing.
    static let hangLimit = Duration.seconds(1200)
}

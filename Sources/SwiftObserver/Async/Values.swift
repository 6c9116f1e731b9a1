extension BufferedMessageSource {

    /// The current value, and then the newest one whenever the loop asks.
    ///
    /// For details, see ``Messages``.
    ///
    /// ```swift
    /// for await brightness in lamp.values() {
    ///     show(brightness)
    /// }
    /// ```
    ///
    /// A loop that is slower than the changes skips values that are already outdated, but always
    /// receives the last one. It never receives an older value after a newer one.
    public func values<Value: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Messages<Value>
    where Message == Update<Value> {
        Messages(of: StartingWithLatest(self), at: StartPoint(Self.self, file, line), buffering: .newest(1)) {
            update, _ in update.new
        }
    }
}

extension BufferedMessageSource {

    /// The current value and then, whenever the loop asks, the newest one. For details, see ``Messages``.
    ///
    /// ```swift
    /// for await brightness in lamp.values() {
    ///     show(brightness)
    /// }
    /// ```
    ///
    /// No change gets lost for good: a loop that is slower than the changes skips values that are already outdated, and
    /// always gets the last one. It never gets an older value after a newer one.
    public func values<Value: Sendable>(file: StaticString = #fileID, line: UInt = #line) -> Messages<Value>
    where Message == Update<Value> {
        Messages(of: StartingWithLatest(self), at: StartPoint(Self.self, file, line), buffering: .newest(1)) {
            update, _ in update.new
        }
    }
}

extension MessageSource {

    /// Creates an observable that pairs each message with the latest one of another observable.
    ///
    /// ```swift
    /// let ordersWithPrice = orders.withLatestFrom(price.new())
    /// dog.observe(ordersWithPrice).receive { order, price in … }
    /// ```
    ///
    /// Messages of the other observable trigger nothing. If it's buffered, its latest message is
    /// known from the start. If not, messages of this observable are dropped until the other one
    /// delivers its first message after the creation of the new observable.
    ///
    /// **Order:** The latest message is the one that the other observable delivered last. If the
    /// other observable is busy or delivers on a queue, a message that was sent to it counts after
    /// its delivery.
    ///
    /// **Lifetime:** The new observable retains the other one.
    public func withLatestFrom<Other: MessageSource & SendableMetatype>(
        _ other: Other, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, (Message, Other.Message)> where Other.Message: Sendable {
        let latest = latestMessage(of: other.startingWithLatestIfBuffered, StartPoint(Other.self, file, line))
        return compactMap({ message in latest().map { (message, $0) } }, file: file, line: line)
    }
}

/// Returns a function that returns the latest message that an observable has delivered.
private func latestMessage<Message: Sendable>(
    of source: some MessageSource<Message>, _ startPoint: StartPoint
) -> @Sendable () -> Message? {
    let buffer: any BufferedObservable<Message?> & Sendable = Buffer(source, at: startPoint) { $0 }
    return { buffer.latestMessage }
}

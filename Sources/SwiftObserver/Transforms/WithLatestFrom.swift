extension MessageSource {

    /// Creates an observable that sends each message together with the latest message of another
    /// observable.
    ///
    /// ```swift
    /// let ordersWithPrice = orders.withLatestFrom(price.new())
    /// dog.observe(ordersWithPrice).receive { order, price in … }
    /// ```
    ///
    /// Messages of the other one cause nothing. If that is buffered, the latest message is what its
    /// ``BufferedMessageSource/latestMessage`` is when a message of this one comes. If it isn't,
    /// it's the latest one that it has sent since then, and messages of this one are suppressed
    /// until there is one. It's held strongly.
    public func withLatestFrom<Other: MessageSource & SendableMetatype>(
        _ other: Other, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, (Message, Other.Message)> where Other.Message: Sendable {
        let latest = latestMessage(of: other, StartPoint(Other.self, file, line))
        return compactMap({ message in latest().map { (message, $0) } }, file: file, line: line)
    }
}

/// What returns the latest message of an observable, or of a buffer of it.
private func latestMessage<Source: MessageSource & SendableMetatype>(
    of source: Source, _ startPoint: StartPoint
) -> @Sendable () -> Source.Message? {
    if let buffered = source as? any BufferedMessageSource<Source.Message> {

        // The latest message of a buffered observable may be pulled anywhere.
        let buffered = UncheckedSendable(buffered)
        return { buffered.value.latestMessage }
    }

    // Its messages are `Sendable`, as the caller requires.
    let buffer = UncheckedSendable(Buffer<Source, Source.Message>(source, at: startPoint) { $0 })
    return { buffer.value.latestMessage }
}

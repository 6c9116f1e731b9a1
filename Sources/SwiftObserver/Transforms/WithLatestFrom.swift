extension MessageSource {

    /// Creates an observable that sends each message together with the latest message of another
    /// observable.
    ///
    /// ```swift
    /// let ordersWithPrice = orders.withLatestFrom(price.new())
    /// dog.observe(ordersWithPrice).receive { order, price in … }
    /// ```
    ///
    /// Messages of the other one cause nothing. Its latest message is the one that it has delivered
    /// last. If it's buffered, it has one from the start. If not, messages of this one are
    /// suppressed until the other one has sent something since the new observable was created. It's
    /// held strongly.
    ///
    /// **Order:** The other one never goes back. If it's busy or delivers on a queue, what it was
    /// sent is its latest message as soon as that's delivered.
    public func withLatestFrom<Other: MessageSource & SendableMetatype>(
        _ other: Other, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, (Message, Other.Message)> where Other.Message: Sendable {
        let latest = latestMessage(of: other, StartPoint(Other.self, file, line))
        return compactMap({ message in latest().map { (message, $0) } }, file: file, line: line)
    }
}

/// What returns the latest message that an observable has delivered.
private func latestMessage<Source: MessageSource>(
    of source: Source, _ startPoint: StartPoint
) -> @Sendable () -> Source.Message? where Source.Message: Sendable {
    if let buffered = source as? any BufferedMessageSource<Source.Message> {
        return latestMessage(ofBuffered: buffered, startPoint)
    }
    return latestMessage(in: Buffer<Source, Source.Message>(source, at: startPoint) { $0 })
}

private func latestMessage<Source: BufferedMessageSource>(
    ofBuffered source: Source, _ startPoint: StartPoint
) -> @Sendable () -> Source.Message? where Source.Message: Sendable {
    let source = StartingWithLatest(source)
    return latestMessage(in: Buffer<StartingWithLatest<Source>, Source.Message>(source, at: startPoint) { $0 })
}

private func latestMessage<Message: Sendable>(
    in buffer: some BufferedObservable<Message?> & Sendable
) -> @Sendable () -> Message? {
    let buffer: any BufferedObservable<Message?> & Sendable = buffer
    return { buffer.latestMessage }
}

extension MessageSource {

    /// This observable or, if it's buffered, one that starts with its latest message.
    var startingWithLatestIfBuffered: any MessageSource<Message> {
        if let buffered = self as? any BufferedMessageSource<Message> { standIn(for: buffered) } else { self }
    }
}

private func standIn<Message>(for source: some BufferedMessageSource<Message>) -> any MessageSource<Message> {
    StartingWithLatest(source)
}

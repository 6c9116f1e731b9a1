extension MessageSource {

    /// An observable that starts observations with the latest message if this one is buffered, or else this one.
    var startingWithLatestIfBuffered: any MessageSource<Message> {
        if let buffered = self as? any BufferedMessageSource<Message> { standIn(for: buffered) } else { self }
    }
}

private func standIn<Message>(for source: some BufferedMessageSource<Message>) -> any MessageSource<Message> {
    StartingWithLatest(source)
}

extension Rule where Output == (message: Input, author: AnyObject) {

    /// Passes on each message with its author. A rule that reads authors always receives one.
    fileprivate static func pairing() -> Rule {
        Rule(readsAuthor: true) { message, author, pass in if let author { pass((message: message, author: author)) } }
    }
}

extension Observing {

    /// Passes on each message together with its author.
    ///
    /// ```swift
    /// dog.observe(sky).on(queue).withAuthor().receive { color, author in … }
    /// dog.observe(sky).on(kennel).withAuthor().receive { kennel, letter in kennel.paint(letter.message) }
    /// dog.observe(text, number).withAuthor().receive { both, author in print(both.0.new, both.1.new, author) }
    /// ```
    ///
    /// A waiting message doesn't retain its author. If the author has been deallocated, or is being
    /// deallocated, the messenger of the observable takes its place. You may therefore store any
    /// author that you receive. The author of several messages, such as a batch, is that of the
    /// last one.
    public func withAuthor() -> Observing<(message: Message, author: AnyObject), Form, ObservingStage.Transforming> {
        apply(.pairing())
    }
}

extension Rule where Output == (message: Input, author: AnyObject) {

    /// Passes on each message with its author, who is always there for a rule that reads authors.
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
    /// In place of an author who is dead or dying, it's the observable's messenger, so any author may be stored. A message that
    /// waits doesn't keep its author alive. The author of several messages, such as a batch, is that of the last one.
    public func withAuthor() -> Observing<(message: Message, author: AnyObject), Form, ObservingStage.Transforming> {
        apply(.pairing())
    }
}

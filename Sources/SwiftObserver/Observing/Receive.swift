extension Observing {

    /// Starts the observation.
    ///
    /// Each call starts a further one. The handle needn't be stored.
    @inlinable
    @inline(__always)
    @discardableResult
    public consuming func receive(_ receive: @escaping @Sendable (Message) -> Void) -> ObservationHandle
    where Form == ObservingForm.Plain {
        // This is `start(_:)` without what only some chains need. It takes less to destroy the parts than the whole. If optionals were bound, each one would be retained once more.
        let site = site, origin = origin
        _ = consume self
        if origin.upstream != nil { return origin.upstream!.start(at: site, .message(receive)) }
        if site.elsewhere == nil {
            return origin.messenger!.start(by: site.observer, site.receiver, at: site.startPoint, .message(receive))
        }
        return origin.messenger!.start(
            by: site.observer, site.receiver, at: site.startPoint, on: site.elsewhere!.place,
            buffering: site.elsewhere!.buffering, missed: site.elsewhere!.missed, .message(receive))
    }

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
        step { _, handler, extras in (handler.ofMessagesWithAuthors(), extras) }
    }

    /// Passes on only the next message. The observation ends with that, before the handler is called.
    ///
    /// It's ``prefix(_:)`` of one. On a place, messages that are sent before the first one is handled wait and are discarded.
    public func once() -> Observing<Message, Form, ObservingStage.Transforming> { prefix(1) }
}

extension Handler {

    /// A handler that makes a pair of each message and its author.
    fileprivate func ofMessagesWithAuthors<Single>() -> Handler<Single>
    where Message == (message: Single, author: AnyObject) {
        switch self {
        case .message(let receive): .messageWithAuthor { receive((message: $0, author: $1)) }
        case .messageWithAuthor(let receive): .messageWithAuthor { receive((message: $0, author: $1), $1) }
        case .relay(let receive): .messageWithAuthor { receive((message: $0, author: $1), $1) }
        }
    }
}

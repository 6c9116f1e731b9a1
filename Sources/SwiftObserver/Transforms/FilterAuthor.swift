/// Passes on the messages of its origin whose authors fulfill a condition. It is `Sendable` if its messages are.
public final class FilterAuthor<Origin: MessageSource>: Transform<Origin, Origin.Message> {}

extension Rule where Input == Output {

    /// Doesn't keep the author alive. No message is from someone who is dead.
    fileprivate static func passing(from author: AnyObject) -> Rule {
        let author = WeakAuthor(author)
        return passing { author.is($0) }
    }

    fileprivate static func passing(notFrom author: AnyObject) -> Rule {
        let author = WeakAuthor(author)
        return passing { !author.is($0) }
    }
}

/// An author, just to be compared. `@unchecked Sendable` because nobody gets hold of the author.
private struct WeakAuthor: @unchecked Sendable {
    private weak var author: AnyObject?
    init(_ author: AnyObject) { self.author = author }
    func `is`(_ other: AnyObject) -> Bool {
        willLoadWeakReference()
        return author === other
    }
}

extension MessageSource {

    /// Creates an observable that sends only messages whose author fulfills a condition.
    public func filterAuthor(
        _ condition: @escaping @Sendable (AnyObject) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> FilterAuthor<Self> {
        FilterAuthor(self, at: StartPoint(Self.self, file, line), rule: .passing(from: condition))
    }

    /// Creates an observable that sends only the messages of one author, whom it doesn't keep alive.
    public func from(_ author: AnyObject, file: StaticString = #fileID, line: UInt = #line) -> FilterAuthor<Self> {
        let rule = Rule<Message, Message>.passing(from: author)
        return FilterAuthor(self, at: StartPoint(Self.self, file, line), rule: rule)
    }

    /// Creates an observable that sends all messages but those of one author, whom it doesn't keep alive.
    public func notFrom(_ author: AnyObject, file: StaticString = #fileID, line: UInt = #line) -> FilterAuthor<Self> {
        let rule = Rule<Message, Message>.passing(notFrom: author)
        return FilterAuthor(self, at: StartPoint(Self.self, file, line), rule: rule)
    }
}

extension Observing {

    /// Suppresses the messages whose author doesn't fulfill a condition.
    public func filterAuthor(_ condition: @escaping @Sendable (AnyObject) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        apply(.passing(from: condition))
    }

    /// Lets only the messages of one author through.
    public func from(_ author: AnyObject) -> Observing<Message, Form, ObservingStage.Transforming> {
        let rule = Rule<Message, Message>.passing(from: author)
        return apply(rule)
    }

    /// Suppresses the messages of one author.
    public func notFrom(_ author: AnyObject) -> Observing<Message, Form, ObservingStage.Transforming> {
        let rule = Rule<Message, Message>.passing(notFrom: author)
        return apply(rule)
    }
}

extension Observing where Form == ObservingForm.Plain {

    /// Suppresses the messages whose author doesn't fulfill a condition and starts the observation.
    @discardableResult
    public func filterAuthor(
        _ condition: @escaping @Sendable (AnyObject) -> Bool, receive: @escaping @Sendable (Message) -> Void
    ) -> ObservationHandle {
        filterAuthor(condition).receive(receive)
    }

    /// Lets only the messages of one author through and starts the observation.
    @discardableResult
    public func from(_ author: AnyObject, receive: @escaping @Sendable (Message) -> Void) -> ObservationHandle {
        from(author).receive(receive)
    }

    /// Suppresses the messages of one author and starts the observation.
    @discardableResult
    public func notFrom(_ author: AnyObject, receive: @escaping @Sendable (Message) -> Void) -> ObservationHandle {
        notFrom(author).receive(receive)
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension FilterAuthor: @unchecked Sendable where Origin.Message: Sendable {}

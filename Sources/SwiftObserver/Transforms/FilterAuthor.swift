/// Passes on the messages of its origin whose authors fulfill a condition.
///
/// It's `Sendable` if its messages are.
public final class FilterAuthor<Origin: MessageSource>: Transform<Origin, Origin.Message> {}

extension Rule where Input == Output {

    /// Doesn't retain the author. After its deallocation, no message is from it.
    fileprivate static func passing(from author: AnyObject) -> Rule {
        let author = WeakAuthor(author)
        return passing { author.is($0) }
    }

    fileprivate static func passing(notFrom author: AnyObject) -> Rule {
        let author = WeakAuthor(author)
        return passing { !author.is($0) }
    }
}

/// An author, for comparisons only.
///
/// `@unchecked Sendable` because no code can access the author.
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

    /// Creates an observable that sends only the messages of one author.
    ///
    /// It doesn't retain the author.
    public func from(_ author: AnyObject, file: StaticString = #fileID, line: UInt = #line) -> FilterAuthor<Self> {
        let rule = Rule<Message, Message>.passing(from: author)
        return FilterAuthor(self, at: StartPoint(Self.self, file, line), rule: rule)
    }

    /// Creates an observable that sends all messages except those of one author.
    ///
    /// It doesn't retain the author.
    public func notFrom(_ author: AnyObject, file: StaticString = #fileID, line: UInt = #line) -> FilterAuthor<Self> {
        let rule = Rule<Message, Message>.passing(notFrom: author)
        return FilterAuthor(self, at: StartPoint(Self.self, file, line), rule: rule)
    }
}

extension Observing {

    /// Drops messages whose author doesn't fulfill a condition.
    public func filterAuthor(_ condition: @escaping @Sendable (AnyObject) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        apply(.passing(from: condition))
    }

    /// Passes on only the messages of one author.
    public func from(_ author: AnyObject) -> Observing<Message, Form, ObservingStage.Transforming> {
        let rule = Rule<Message, Message>.passing(from: author)
        return apply(rule)
    }

    /// Drops the messages of one author.
    public func notFrom(_ author: AnyObject) -> Observing<Message, Form, ObservingStage.Transforming> {
        let rule = Rule<Message, Message>.passing(notFrom: author)
        return apply(rule)
    }
}

extension Observing where Form == ObservingForm.Plain {

    /// Drops messages whose author doesn't fulfill a condition, and starts the observation.
    @discardableResult
    public func filterAuthor(
        _ condition: @escaping @Sendable (AnyObject) -> Bool, receive: @escaping @Sendable (Message) -> Void
    ) -> ObservationHandle {
        filterAuthor(condition).receive(receive)
    }

    /// Passes on only the messages of one author, and starts the observation.
    @discardableResult
    public func from(_ author: AnyObject, receive: @escaping @Sendable (Message) -> Void) -> ObservationHandle {
        from(author).receive(receive)
    }

    /// Drops the messages of one author, and starts the observation.
    @discardableResult
    public func notFrom(_ author: AnyObject, receive: @escaping @Sendable (Message) -> Void) -> ObservationHandle {
        notFrom(author).receive(receive)
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension FilterAuthor: @unchecked Sendable where Origin.Message: Sendable {}

/// Sends given messages to each new observer, and then the messages of its origin.
final class Prepend<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    /// - Parameter messages: There must be at least one.
    init(_ origin: Origin, at startPoint: StartPoint, _ messages: [Origin.Message]) {
        self.messages = messages
        let office = PostOffice()
        super.init(origin, at: startPoint, office: office) { _ in .relay { office.send($0, from: $1) } }
    }

    private let messages: [Origin.Message]

    override func start(_ observation: Observation<Origin.Message>) {
        var work = DeferredWork()
        let delivery = office.register(observation, ofMessenger: self) {
            $0.post(all: messages, to: observation, from: self, by: .current, office: office, &work)
        }
        if let delivery { office.perform(delivery, &work, messages[0], from: self) } else { observation.end() }
    }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that first sends given messages to each new observer.
    ///
    /// ```swift
    /// let colors = sky.prepend(.unknown)
    /// dog.observe(colors) { … }    // called with .unknown right away
    /// ```
    ///
    /// All later messages follow. The author of the given messages is the new observable.
    ///
    /// Don't put more operators on the new observable. In `colors.map { … }`, the map would be its
    /// only observer, and receive the given messages before it has observers itself. In a chain,
    /// operators may follow: `dog.observe(colors).map { … }`.
    ///
    /// To receive the latest message first, use ``replay(_:file:line:)`` or, with a buffered
    /// observable, ``BufferedObservable/startingWithLatest()``.
    ///
    /// - Complexity: O(1) for a message. O(n) in prepended messages for the start of an
    ///   observation.
    public func prepend(
        _ first: Message, _ more: Message..., file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Message> {
        Prepend(self, at: StartPoint(Self.self, file, line), [first] + more)
    }
}

/// `@unchecked` because the messages never change.
extension Prepend: @unchecked Sendable where Origin.Message: Sendable {}

/// Passes on the messages of several observables, in one order.
///
/// The messages of each one keep their order. Those of different ones come in the order in which they're delivered. All who
/// observe agree on the result. It holds the observables strongly, and passes on authors.
///
/// It is `Sendable` if its messages are.
public final class Merge<Message>: Messenger<Message> {

    init(_ origins: [any MessageSource<Message>], at startPoint: StartPoint) {
        self.origins = origins
        let office = PostOffice()
        observations = origins.map { _ in Observation<Message>?.none }
        super.init(office)
        observations = origins.map { Self.start($0, at: startPoint, office) }
    }

    deinit {
        if Watching.isOn { Watching.guest?.suspect(.dyingTransform(Self.self, office)) }
        for observation in observations { observation?.end() }
        while let origin = origins.popLast() { Trampoline.release(consume origin) }
    }

    /// Released one by one, so that long chains of merges need no long stack.
    private var origins: [any MessageSource<Message>]
    private var observations: [Observation<Message>?]

    private static func start<Source: MessageSource<Message>>(
        _ origin: Source, at startPoint: StartPoint, _ office: PostOffice
    ) -> Observation<Message> {
        let messenger = origin.sourceMessenger.messenger
        let observation = Observation.forwarding(
            messenger, to: office, of: Self.self, at: startPoint
        ) { _ in .relay { office.send($0, from: $1) } }
        messenger.start(observation)
        return observation
    }
}

extension MessageSource {

    /// Creates an observable that passes on the messages of this one and of others, in one order.
    ///
    /// ```swift
    /// let alarms = fire.merge(with: flood, burglary)
    /// ```
    public func merge(
        with others: any MessageSource<Message>..., file: StaticString = #fileID, line: UInt = #line
    ) -> Merge<Message> {
        Merge([self] + others, at: StartPoint(Self.self, file, line))
    }

    /// Creates an observable that passes on the messages of this one and of any number of others, in one order.
    ///
    /// Prefer this to a chain of merges: it passes a message on once.
    public func merge(
        with others: [any MessageSource<Message>], file: StaticString = #fileID, line: UInt = #line
    ) -> Merge<Message> {
        Merge([self] + others, at: StartPoint(Self.self, file, line))
    }
}

/// `@unchecked` because nothing of it changes after it was created.
extension Merge: @unchecked Sendable where Message: Sendable {}

/// Passes on the messages of several observables, in one order.
final class Merge<Message>: Gathering<Message> {

    convenience init(_ origins: [any MessageSource<Message>], at startPoint: StartPoint) {
        let office = PostOffice()
        self.init(origins, office, origins.map { Merge.start($0, at: startPoint, office) })
    }

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
    ///
    /// It also passes on authors.
    ///
    /// **Order:** The messages of each observable keep their order. Messages of different
    /// observables follow in the order in which they're delivered. All observers see the same
    /// order.
    ///
    /// **Lifetime:** The new observable retains the others.
    public func merge(
        with others: any MessageSource<Message>..., file: StaticString = #fileID, line: UInt = #line
    ) -> Messenger<Message> {
        Merge([self] + others, at: StartPoint(Self.self, file, line))
    }

    /// Creates an observable that passes on the messages of this one and of an array of others.
    ///
    /// All observers see the same order. Prefer this to a chain of merges: it passes on each
    /// message once.
    public func merge(
        with others: [any MessageSource<Message>], file: StaticString = #fileID, line: UInt = #line
    ) -> Messenger<Message> {
        Merge([self] + others, at: StartPoint(Self.self, file, line))
    }
}

/// `@unchecked` because it adds nothing.
extension Merge: @unchecked Sendable where Message: Sendable {}

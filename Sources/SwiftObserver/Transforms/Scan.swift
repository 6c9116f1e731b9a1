/// Accumulates the messages of its origin, and sends each intermediate result.
///
/// ```swift
/// let count = sky.scan(0) { count, _ in count + 1 }
/// ```
///
/// It's buffered: its ``latestMessage`` is the latest result, or the initial one. A message that is
/// sent through the scan itself becomes the latest one, but isn't accumulated.
///
/// The closure is called for one message at a time, in their order, without a lock. If the origin
/// is replaced, the scan starts over with the initial result.
///
/// A scan is `Sendable`, since its results are.
public final class Scan<Origin: MessageSource, Result: Sendable>: Transform<Origin, Result>, BufferedObservable {

    init(
        _ origin: Origin, at startPoint: StartPoint, _ initial: Result,
        _ combine: @escaping @Sendable (Result, Origin.Message) -> Result
    ) {
        let office = PostOffice()
        let published = PublishedState<Result, Result>(initial, office: office)
        self.published = published
        super.init(origin, at: startPoint, office: office) { _ in
            Rule.scanning(initial, combine).before(published.replacing { $0 })
        }
    }

    private let published: PublishedState<Result, Result>

    /// The last result that was sent, or the initial one.
    public var latestMessage: Result { published.current }

    override func startWithLatest(_ observation: Observation<Result>) -> Bool {
        published.start(observation, ofMessenger: self) { $0 }
        return true
    }

    override func dispatch(_ message: Result, from author: AnyObject) {
        published.replaceState(with: message, sending: message, as: author)
    }
}

extension Rule {

    fileprivate static func scanning(
        _ initial: Output, _ combine: @escaping @Sendable (Output, Input) -> Output
    ) -> Rule where Output: Sendable {
        let result = HandlerState(initial)
        return Rule(readsAuthor: false) { message, _, pass in
            let new = combine(result.value, message)
            result.set(new)
            pass(new)
        }
    }
}

extension MessageSource {

    /// Creates a buffered observable that accumulates messages, and sends each result.
    public func scan<Result: Sendable>(
        _ initialResult: Result, _ nextResult: @escaping @Sendable (Result, Message) -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Scan<Self, Result> {
        Scan(self, at: StartPoint(Self.self, file, line), initialResult, nextResult)
    }
}

extension Observing {

    /// Accumulates messages, and passes on each intermediate result.
    ///
    /// Each observation begins with the initial result.
    public func scan<Result: Sendable>(
        _ initialResult: Result, _ nextResult: @escaping @Sendable (Result, Message) -> Result
    ) -> Observing<Result, Form, ObservingStage.Transforming> {
        apply(.scanning(initialResult, nextResult))
    }
}

/// `@unchecked` because the lock of the published state guards the latest result.
extension Scan: @unchecked Sendable {}

/// An observable that sends one value, once.
///
/// A promise is fulfilled at most once: the first value wins. Each observation receives the value
/// exactly once, even if it starts later. It ends with the value.
///
/// ```swift
/// func getID() -> Promise<Int> {
///     Promise { promise in
///         getIDAsync { id in promise.fulfill(id) }
///     }
/// }
///
/// getID().observed { id in
///     // do something with the ID
/// }
/// ```
///
/// **Lifetime:** You needn't store a promise: the code that fulfills it retains it. If it's
/// deallocated unfulfilled, its observations end without a message.
///
/// A promise is `Sendable` if its value is.
public final class Promise<Value>: Messenger<Value> {

    /// Creates a promise that delivers its value in place, on the thread that fulfills it.
    public override init() {
        let office = PostOffice()
        published = PublishedState(nil, office: office)
        super.init(office)
    }

    /// Creates a promise that delivers its value on a queue.
    ///
    /// See ``Messenger/init(on:)``.
    public override init(on place: some DeliveryPlace) where Value: Sendable {
        let office = PostOffice(on: Lane(of: place))
        published = PublishedState(nil, office: office)
        super.init(office)
    }

    /// Creates a promise and passes it to the closure, which must see that it's fulfilled.
    ///
    /// The closure runs at once.
    public convenience init(_ fulfill: (Promise<Value>) -> Void) {
        self.init()
        fulfill(self)
    }

    /// Fulfills the promise with a value, unless it's already fulfilled.
    ///
    /// Sending the value, as in `promise.send(value)`, is the same.
    public func fulfill(_ value: Value) {
        dispatch(value, from: self)
    }

    /// Fulfills the promise on behalf of an author, unless it's already fulfilled.
    public func fulfill(_ value: Value, as author: AnyObject) {
        dispatch(value, from: author)
    }

    override func dispatch(_ message: Value, from author: AnyObject) {
        var isLate = false
        published.change(as: author, isFarewell: true) { outcome in
            guard outcome == nil else {
                isLate = true
                return (message: nil, removed: ())
            }
            outcome = .fulfilled(message, by: WeakReference(author))
            return (message: message, removed: ())
        }
        if isLate { office.countRefused() }
    }

    /// If the promise is closed before it's fulfilled, it never will be.
    override func refuseMessages() {
        published.change(as: nil) { outcome in
            if outcome == nil { outcome = .abandoned }
            office.refuseMessages(of: Value.self)
            return (message: nil, removed: ())
        }
        office.makeRoom()
    }

    /// Ends all observations, including future ones, since the promise won't be fulfilled.
    ///
    /// If the promise is already fulfilled, this does nothing.
    func abandon() {
        published.change(as: nil) { outcome in
            if outcome == nil { outcome = .abandoned }
            return (message: nil, removed: ())
        }
        office.close(endingMessagesOf: Value.self)
    }

    override func start(_ observation: Observation<Value>) {
        var first: (message: Value, author: AnyObject?)?, work = DeferredWork()
        let delivery = published.start(observation, ofMessenger: self) { outcome, state in
            switch outcome {
            case .fulfilled(let value, let author):
                let author = author.object
                first = (value, author)
                return state.post(
                    value, to: observation, from: author, isFarewell: true, by: .current, office: office, &work)
            case .abandoned: return nil
            case nil: return .nothing
            }
        }
        if let delivery, let first { office.perform(delivery, &work, first.message, from: first.author) }
    }

    /// The outcome of the promise, which outlives the promise.
    let published: PublishedOutcome
    typealias PublishedOutcome = PublishedState<Outcome?, Value>

    enum Outcome {
        case fulfilled(Value, by: WeakReference)
        case abandoned
    }
}

/// `@unchecked` because the value is guarded by the lock of the published state.
extension Promise: @unchecked Sendable where Value: Sendable {}

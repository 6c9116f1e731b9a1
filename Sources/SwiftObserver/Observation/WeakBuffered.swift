/// A weak reference to a buffered observable.
///
/// `@unchecked Sendable` because its latest message may be read on any thread:
/// ``BufferedObservable`` requires that to be safe.
struct WeakBuffered<Message>: @unchecked Sendable {

    private weak var weakSource: (any BufferedMessageSource<Message>)?

    init(_ source: any BufferedMessageSource<Message>) { weakSource = source }

    /// The observable, as long as it lives.
    var source: (any BufferedMessageSource<Message>)? {
        @inline(__always)
        get {
            willLoadWeakReference()
            return weakSource
        }
    }

    /// The messenger, as long as the observable lives.
    var messenger: Messenger<Message>? { source?.sourceMessenger.messenger }
}

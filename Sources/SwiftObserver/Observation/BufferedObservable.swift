/// An ``Observable`` that has a latest message.
///
/// Variables and ``Buffer`` objects are buffered. So are transforms of buffered observables, unless
/// they drop messages. To make your own observable buffered, give it a ``latestMessage``:
///
/// ```swift
/// final class Thermometer: BufferedObservable {
///     let messenger = Messenger<Int>()
///     private(set) var latestMessage = 20
///
///     func measure(_ degrees: Int) {
///         latestMessage = degrees
///         send()
///     }
/// }
/// ```
///
/// **Threads:** Combined observations, and observations that start with the latest message, read
/// `latestMessage` on the thread that starts them. The library holds no lock meanwhile. See
/// ``startingWithLatest()``. Combined observations require observables that are `Sendable`.
public protocol BufferedObservable<Message>: Observable, BufferedMessageSource {

    /// Typically the message that was sent last, or one that says that nothing has changed.
    var latestMessage: Message { get }

    /// Sends ``latestMessage`` to all observers.
    func send()
}

extension BufferedObservable {

    /// Sends ``latestMessage`` to all observers, with this observable as the author.
    public func send() {
        send(latestMessage)
    }
}

/// An ``Observable`` from which the latest message can be pulled.
///
/// Variables and ``Buffer`` objects are buffered, and so are transforms of buffered observables as long as they suppress
/// no messages. Make your own observable buffered by giving it a ``latestMessage``:
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
/// Combined observations, and observations that start with the latest message, pull `latestMessage` on the thread that starts
/// them. They hold no lock meanwhile. See ``startingWithLatest()``. Combined observations ask for observables that are `Sendable`.
public protocol BufferedObservable<Message>: Observable, BufferedMessageSource {

    /// Typically the message that was sent last, or one which says that nothing has changed.
    var latestMessage: Message { get }

    /// Sends ``latestMessage`` to all observers.
    func send()
}

extension BufferedObservable {

    /// Sends ``latestMessage`` to all observers, with the observable itself as the author.
    public func send() {
        send(latestMessage)
    }
}

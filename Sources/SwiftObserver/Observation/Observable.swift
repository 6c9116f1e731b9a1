/// An object that sends messages to its observers.
///
/// An observable needs only a ``Messenger``:
///
/// ```swift
/// final class Sky: Observable {
///     let messenger = Messenger<Color>()
/// }
/// ```
///
/// **Order:** Sends, starts of observations, and closes form one sequence per messenger, whichever
/// threads they come from. Every observer receives the messages in that sequence, until its
/// observation ends. `stopObserving` isn't part of the sequence: it takes effect at once, and
/// doesn't wait. See ``Observer/stopObserving(_:)``. The messenger begins to call in-place handlers
/// for a message only when those of the previous message have returned.
///
/// **Threads:** You can call all functions from any thread, including in handlers and in `deinit`.
/// The compiler makes sure that an observable that isn't `Sendable` doesn't leave its isolation
/// domain. The same holds for messages that aren't `Sendable`.
public protocol Observable<Message>: MessageSource {

    /// The type of messages that the observable sends.
    associatedtype Message

    /// Delivers the messages of this observable.
    ///
    /// Always return the same one.
    var messenger: Messenger<Message> { get }
}

extension MessageSource {

    /// The name of the messenger, if it has one.
    ///
    /// See ``Messenger/init(named:)``.
    public var name: String? { sourceMessenger.messenger.office.name }
}

extension Observable {

    /// Sends a message to all observers, with this observable as the author.
    ///
    /// Any code may send through an observable, including observers in their handlers.
    ///
    /// **Order:** If no thread is delivering messages of this observable, all in-place handlers
    /// have been called when this returns. Otherwise the message becomes pending, this returns at
    /// once, and the delivering thread delivers the message later. An observable that was created
    /// on a queue only enqueues the message: see ``Messenger/init(on:)``.
    ///
    /// **Re-entrance:** A message that a handler sends is delivered after the current one, in the
    /// order of sending.
    ///
    /// **Threads:** Sending never blocks on a handler that another thread is running, nor on places
    /// or loops. If no thread is delivering, this delivers: its own message, the messages that its
    /// handlers send, and up to 1,000 messages (currently) of other threads. The 1,000 apply to
    /// each observable separately, including those through which handlers send.
    ///
    /// ``MessageBuffering`` limits how many messages may wait on places and for loops. A sender can
    /// also wait for room: see ``room(below:isolation:)``.
    ///
    /// - Complexity: O(n) in the number of observations, or O(1) if the message becomes pending.
    @inlinable
    public func send(_ message: Message) {
        messenger.dispatch(message, from: self)
    }

    /// Sends a message from an author to all observers.
    ///
    /// For order, threads and complexity, see ``send(_:)``.
    ///
    /// **Lifetime:** A message that waits to be delivered doesn't retain its author. If the author
    /// has been deallocated at delivery, or is being deallocated, handlers receive the messenger
    /// instead.
    ///
    /// **Threads:** Handlers may run on other threads. Authors needn't be `Sendable`, because they
    /// are there to be compared. Call an author in a handler only if you know that it's safe there.
    @inlinable
    public func send(_ message: Message, from author: AnyObject) {
        messenger.dispatch(message, from: author)
    }

    /// Sends a message without content, like `send(())`.
    ///
    /// For details, see ``send(_:)``.
    @_disfavoredOverload
    @inlinable
    public func send() where Message == Void { send(()) }
}

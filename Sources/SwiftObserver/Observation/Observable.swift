/// An object that sends messages to its observers.
///
/// All that an object needs to be observable is a ``Messenger``:
///
/// ```swift
/// final class Sky: Observable {
///     let messenger = Messenger<Color>()
/// }
/// ```
///
/// **Order:** All sends, and all starts of observations, form one sequence per messenger, whatever threads they come
/// from. Every observer gets the messages in that sequence, and each message only when all in-place handlers are
/// done with the previous one.
///
/// **Threads:** All functions may be called from any thread, also from inside handlers and in `deinit`. An observable that
/// isn't `Sendable` stays where it is, as the compiler makes sure, and so do messages that aren't.
public protocol Observable<Message>: MessageSource {

    /// What the observable sends to its observers.
    associatedtype Message

    /// Delivers the messages. Always return the same one.
    var messenger: Messenger<Message> { get }
}

extension MessageSource {

    /// The name of the messenger, if it was given one as in ``Messenger/init(named:)``.
    public var name: String? { sourceMessenger.messenger.office.name }
}

extension Observable {

    /// Sends a message to all observers, with the observable itself as the author.
    ///
    /// Anyone may send through an observable, also observers from inside their handlers.
    ///
    /// If nobody is delivering on this observable, all in-place handlers have been called when this returns. Otherwise,
    /// the message is left in line, this returns at once, and whoever is delivering takes the message along. So sends
    /// from inside handlers are delivered after the current message, in the order of sending.
    ///
    /// To send never waits for handlers on queues and actors, nor for loops. How many messages may wait there is up to
    /// ``MessageBuffering``, and who sends can wait for there to be fewer: see ``room(below:isolation:)``.
    ///
    /// - Complexity: O(n) in observations, or O(1) if the message is left in line.
    @inlinable
    public func send(_ message: Message) {
        messenger.dispatch(message, from: self)
    }

    /// Sends a message from an author to all observers.
    ///
    /// For order, threads and complexity, see ``send(_:)``. A message that waits to be delivered doesn't keep its author
    /// alive. In place of an author who is dead or dying at delivery, observers get the messenger.
    ///
    /// Handlers may run elsewhere, and the compiler doesn't ask for authors to be `Sendable`, since they're there to be
    /// compared. Only call an author in a handler if you know that it's safe there.
    @inlinable
    public func send(_ message: Message, from author: AnyObject) {
        messenger.dispatch(message, from: author)
    }

    /// Sends a message that says nothing but that it was sent. The same as `send(())`, see ``send(_:)``.
    @_disfavoredOverload
    @inlinable
    public func send() where Message == Void { send(()) }
}

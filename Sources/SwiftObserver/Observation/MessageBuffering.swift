/// How many messages may wait for a handler or a loop, and which are dropped.
///
/// It applies to handlers on a queue, an actor or another place, and to loops.
///
/// ```swift
/// dog.observe(sky).on(queue).buffering(.newest(1000)).missed { count in
///     print("\(count) colors are missing here.")
/// }.receive { color in
///     // never more than 1000 behind
/// }
/// ```
///
/// The limit bounds the messages that were sent to the observation and have not begun to be
/// handled. It holds at each moment, and the memory that an observation takes is O(n) in it.
/// Sending never waits, whatever the limit. A sender that should wait asks for
/// ``Observable/room(below:isolation:)``.
///
/// **Losses:** `missed` receives the exact number of dropped messages: on the place of the handler,
/// in the order of the messages, and never while the handler runs. Every message that is sent to an
/// observation is handled, counted as missed, or discarded by the end of the observation. The end
/// of an observable and the value of a promise are never dropped. Loops receive gaps from
/// ``MessageSource/messagesAndGaps(buffering:file:line:)``.
///
/// **Lifetime:** A thread that sends releases the dropped messages, while it holds no lock.
///
/// **Errors:** A number below 1 stops the program.
///
/// Updates of variables can also be merged: see ``Observing/merging()``. For when to use which, see
/// <doc:BoundedDelivery>. It is `Sendable`, `Equatable` and `Hashable`.
public enum MessageBuffering: Sendable, Hashable {

    /// Keeps all messages.
    ///
    /// Memory grows as long as they are sent faster than they are handled.
    case unbounded

    /// Keeps up to that many of the newest messages, and drops the oldest for each new one.
    ///
    /// `missed` is called right before the first message that's left. There always is a newer
    /// message, so no loss waits to be reported.
    case newest(Int)

    /// Keeps up to that many of the oldest messages, and drops new ones.
    ///
    /// `missed` is called where the missing messages would have been handled: after the messages
    /// that waited when they were sent, and before all later messages.
    case oldest(Int)

    /// Keeps all messages up to that many, and ends the observation if there are more.
    ///
    /// The messages that wait are still handled, so none is missing between two of them. Then
    /// `missed` is called with the number of excess messages so far, and the observation ends.
    /// Other observers aren't affected.
    ///
    /// A loop receives the messages that wait, and ends. Its observation ends with the first excess
    /// message, so only that message counts as dropped.
    case upTo(Int)

    /// The limit of a queue of messages. Stops the program if the number is below 1.
    func limit<Message>() -> BufferLimit<Message> {
        switch self {
        case .unbounded: .unbounded
        case .newest(let count) where count > 0: .newest(count)
        case .oldest(let count) where count > 0: .oldest(count)
        case .upTo(let count) where count > 0: .upTo(count)
        default: Misuse.bufferOfNothing.stop()
        }
    }
}

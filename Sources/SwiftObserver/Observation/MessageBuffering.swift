/// How many messages may wait for a handler on a queue, an actor or another place, or for a loop, and what becomes of further ones.
///
/// ```swift
/// dog.observe(sky).on(queue).buffering(.newest(1000)).missed { count in
///     print("\(count) colors are missing here.")
/// }.receive { color in
///     // never more than 1000 behind
/// }
/// ```
///
/// The number counts what was sent to the observation and has not begun to be handled. It's exact at each moment, and the
/// memory that an observation takes is O(n) in it. To send never waits, whatever the number. Whoever wants to wait asks for
/// ``Observable/room(below:isolation:)``.
///
/// **Losses:** Who says `missed` is told where messages are missing, by their exact number: on the queue or actor, in the
/// order of the messages, never while the handler runs. All that's sent to an observation is handled, counted as missed, or
/// discarded because the observation ended. The farewell of an observable is never dropped, and neither is the value of a promise.
/// Loops are told by ``MessageSource/messagesAndGaps(buffering:file:line:)``.
///
/// **Lifetime:** What is dropped is released by a thread that sends, without a lock.
///
/// Updates of variables can also be merged: see ``Observing/merging()``. For when to use which, see <doc:BoundedDelivery>.
///
/// A number below 1 stops the program. It is `Sendable`, `Equatable` and `Hashable`.
public enum MessageBuffering: Sendable, Hashable {

    /// Keep all messages. Memory grows as long as they come faster than they're handled.
    case unbounded

    /// Keep so many of the newest messages: the oldest one makes room for each new one.
    ///
    /// `missed` is called right before the first message that's left. A newer one always is, so no loss waits to be told.
    case newest(Int)

    /// Keep so many of the oldest messages, and drop what comes.
    ///
    /// `missed` is called where the missing messages would have been handled: behind those that waited when they came, and
    /// before all that came later.
    case oldest(Int)

    /// Keep all messages, but end the observation if there are more: who falls behind that far is cut off.
    ///
    /// The messages that wait are still handled, so there's never a gap. Then `missed` is called with the number of
    /// messages that came too many until then, and the observation ends. Other observers don't notice.
    ///
    /// A loop gets the messages that wait, and ends. As the observation ends with the first message too many, that's the only one
    /// that counts as dropped.
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

/// A message that can be merged with others that wait.
///
/// ``Update`` is mergeable: the result leads from the `old` value of the first update to the `new`
/// value of the last. Only the library can create a ``Merging``, since it runs under a lock. Don't
/// let types of your own conform.
public protocol Mergeable {

    /// The function that merges two messages into one.
    static var merging: Merging<Self> { get }
}

/// Merges two messages into one.
///
/// Only the library creates values of this type. It is `Sendable`.
public struct Merging<Message>: Sendable {

    /// Runs under locks, and releases nothing.
    let merge: @Sendable (_ waiting: Message, _ new: Message) -> Message

    var limit: BufferLimit<Message> { .merged(merge) }
}

/// A message of which several that wait can become one.
///
/// ``Update`` is one: it leads from the `old` value of the first to the `new` value of the last. Only the library can make a
/// ``Merging``, since it runs under a lock. So let no type of yours conform.
public protocol Mergeable {

    /// How two of them become one.
    static var merging: Merging<Self> { get }
}

/// How two messages become one. Only the library makes one of these. It is `Sendable`.
public struct Merging<Message>: Sendable {

    /// It runs under locks, and releases nothing.
    let merge: @Sendable (_ waiting: Message, _ new: Message) -> Message

    var limit: BufferLimit<Message> { .merged(merge) }
}

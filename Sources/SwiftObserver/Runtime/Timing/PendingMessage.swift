/// A message that waits for its time, if there is one, and its author.
///
/// `@unchecked Sendable` because it belongs to a `TimeRule`, which is only called under a lock.
final class PendingMessage<Message>: @unchecked Sendable {

    private let message = HandlerState<Message>()

    @exclusivity(unchecked)
    private var author = AuthorReference()

    /// `true` if a message waits.
    var isSet: Bool {
        @inline(__always)
        get { message.isSet }
    }

    /// Replaces the waiting message, and returns it in its argument, to be released elsewhere.
    @inline(__always)
    func exchange(_ new: inout Message, from newAuthor: AnyObject?) {
        message.exchange(&new)
        author.refer(to: newAuthor)
    }

    /// Removes the message. There must be one.
    func take() -> (output: Message, author: AnyObject?) { (message.take(), author.author) }
}

/// A ``MessageSource`` from which the latest message can be pulled: a ``BufferedObservable``, or a ``BufferedView`` of one.
///
/// For how the latest message is pulled, see ``BufferedObservable``.
public protocol BufferedMessageSource<Message>: MessageSource {

    /// Typically the message that was sent last, or one which says that nothing has changed.
    var latestMessage: Message { get }
}

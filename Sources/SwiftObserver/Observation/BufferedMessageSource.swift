/// A ``MessageSource`` that has a latest message.
///
/// It's a ``BufferedObservable``, or a ``BufferedView`` of one. For how the library reads the
/// latest message, see ``BufferedObservable``.
public protocol BufferedMessageSource<Message>: MessageSource {

    /// Typically the message that was sent last, or one that says that nothing has changed.
    var latestMessage: Message { get }
}

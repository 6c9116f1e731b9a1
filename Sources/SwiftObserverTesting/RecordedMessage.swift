/// A message of a ``Recording``, with its author and time.
///
/// It's `Sendable`. The author may be of any type, like that of a handler.
public struct RecordedMessage<Message: Sendable>: @unchecked Sendable {

    /// The message.
    public let message: Message

    /// The author, typically the observable. `nil` after its deallocation.
    public private(set) weak var author: AnyObject?

    /// The time since the recording began.
    ///
    /// To choose the clock, see
    /// ``SwiftObserver/MessageSource/recorded(clock:fileID:filePath:line:)``.
    public let time: Duration

    init(message: Message, author: AnyObject, time: Duration) {
        self.message = message
        self.author = author
        self.time = time
    }
}

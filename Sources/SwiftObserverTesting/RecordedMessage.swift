/// A message that a ``Recording`` has recorded, with who sent it, and when.
///
/// It's `Sendable`. Like a handler that takes an author, it gives the author away as an object of
/// which nothing is known.
public struct RecordedMessage<Message: Sendable>: @unchecked Sendable {

    /// The message.
    public let message: Message

    /// Who sent it, as long as that lives: mostly the observable.
    public private(set) weak var author: AnyObject?

    /// What had passed since recording began, by the clock that was given to
    /// ``SwiftObserver/MessageSource/recorded(clock:fileID:filePath:line:)``.
    public let time: Duration

    init(message: Message, author: AnyObject, time: Duration) {
        self.message = message
        self.author = author
        self.time = time
    }
}

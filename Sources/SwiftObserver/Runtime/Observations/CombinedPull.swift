/// The messages of all parts of a combined observation, in order, for one handler call.
struct CombinedPull: ~Copyable {

    private let trigger: Trigger
    private let parts: [AnyCombinedPart]
    private var index = 0

    init(by trigger: Trigger, of parts: [AnyCombinedPart]) {
        self.trigger = trigger
        self.parts = parts
    }

    /// Returns the message of the next part.
    ///
    /// It's the trigger if that comes from the part, otherwise the latest message.
    mutating func next<Message>(_: Message.Type = Message.self) -> Message {
        defer { index += 1 }
        return trigger.message(of: parts[index].of(Message.self), at: index)
    }

    /// The author, or a substitute for an author that is dying or dead.
    func livingAuthor(_ author: AnyObject?) -> AnyObject {
        SwiftObserver.livingAuthor(author, orElse: trigger.part.messenger)
    }
}

/// The messages of all parts of a combined observation, one after the other, for one call of the handler.
struct CombinedPull: ~Copyable {

    private let trigger: Trigger
    private let parts: [AnyCombinedPart]
    private var index = 0

    init(by trigger: Trigger, of parts: [AnyCombinedPart]) {
        self.trigger = trigger
        self.parts = parts
    }

    /// The message of the next part: the one that triggered the handler if it comes from there, otherwise the latest.
    mutating func next<Message>(_: Message.Type = Message.self) -> Message {
        defer { index += 1 }
        return trigger.message(of: parts[index].of(Message.self), at: index)
    }

    /// The author, or whoever stands in for one that is dead or dying.
    func livingAuthor(_ author: AnyObject?) -> AnyObject {
        SwiftObserver.livingAuthor(author, orElse: trigger.part.messenger)
    }
}

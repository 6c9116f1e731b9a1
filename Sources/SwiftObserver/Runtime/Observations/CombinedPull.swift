/// The messages of all parts of a combined observation, one after the other, for one call of the handler.
struct CombinedPull: ~Copyable {

    private let trigger: Trigger
    private let parts: [AnyCombinedPart]
    private let group: ObservationGroup
    private var index = 0

    init(by trigger: Trigger, of parts: [AnyCombinedPart], in group: ObservationGroup) {
        self.trigger = trigger
        self.parts = parts
        self.group = group
    }

    /// The message of the next part: the one that triggered the handler if it comes from there, otherwise the latest.
    ///
    /// Code of others runs here, and may end the observation. Then, this throws.
    mutating func next<Message>(_: Message.Type = Message.self) throws(CannotCombine) -> Message {
        let part = parts[index].of(Message.self)
        index += 1
        let message = try trigger.message(of: part, orEnd: group)
        if group.hasEnded { throw CannotCombine() }
        return message
    }

    /// The author, or whoever stands in for one that is dead or dying.
    func livingAuthor(_ author: AnyObject?) -> AnyObject {
        SwiftObserver.livingAuthor(author, orElse: trigger.part.messenger)
    }
}

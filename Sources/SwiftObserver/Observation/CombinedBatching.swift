/// What follows each batch of calls of a combined handler.
struct CombinedBatching: Sendable {

    /// How many messages a batch has at most.
    let limit: Int

    /// Whether the author matters.
    let readsAuthor: Bool

    /// Gets the author of the last message.
    let finish: @Sendable (AnyObject) -> Void
}

extension Handler<Trigger> {

    /// Calls this handler for each trigger of a batch, and then what follows a batch. A trigger may end the observation.
    func batching(_ batching: CombinedBatching, in group: ObservationGroup) -> Batching<Trigger> {
        Batching(limit: batching.limit, readsAuthor: batching.readsAuthor) { triggers, author, _ in
            guard let last = triggers.last else { return }
            let living = livingAuthor(author, orElse: last.part.messenger)
            for trigger in triggers where !group.hasEnded { call(trigger, from: living) { _ in living } }
            batching.finish(living)
        }
    }
}

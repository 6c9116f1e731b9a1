/// The step that follows each batch of calls of a combined handler.
struct CombinedBatching: Sendable {

    /// The largest number of messages in a batch.
    let limit: Int

    /// `true` if the author is read.
    let readsAuthor: Bool

    /// Receives the author of the last message.
    let finish: @Sendable (AnyObject) -> Void
}

extension Handler<Trigger> {

    /// Calls this handler for each trigger of a batch, and then finishes the batch.
    ///
    /// A trigger may end the observation.
    func batching(_ batching: CombinedBatching, in group: ObservationGroup) -> Batching<Trigger> {
        Batching(limit: batching.limit, readsAuthor: batching.readsAuthor) { triggers, author, _ in
            guard let last = triggers.last else { return }
            let living = livingAuthor(author, orElse: last.part.messenger)
            for trigger in triggers where !group.hasEnded { call(trigger, from: living) { _ in living } }
            batching.finish(living)
        }
    }
}

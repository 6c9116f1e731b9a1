import StressSupport

/// An object that a handler's closure captures, so that it dies with the closure.
final class HandlerCapture: Mortal, @unchecked Sendable {

    let check: ObservationCheck

    init(_ check: ObservationCheck, _ context: inout OperationContext) {
        self.check = check
        super.init(.closure, &context, carrying: context.cargo())
    }

    /// Handles a message.
    func hear(_ message: some ParcelContainer, from author: AnyObject? = nil) {
        hear(batch: [message], from: author)
    }

    /// Handles a batch of messages.
    func hear(batch: [some ParcelContainer], from author: AnyObject? = nil) {
        check.begin(batch)
        world.beats.add(1)
        if let first = batch.first?.parcels.first {
            var random = SplitMix64(first.seed ^ seed)
            // An author that was already dying would crash here.
            if let author, random.oneIn(8) { world.authors.put(AuthorHolder(author), &random) }
            if random.oneIn(6) { world.act(because: .handler, random.next(), max(first.generation, generation)) }
        }
        check.return()
    }

    /// Handles a loss.
    func miss(_ count: Int) {
        check.beginMissing(count)
        world.beats.add(1)
        var random = SplitMix64(seed &+ UInt64(count))
        if random.oneIn(6) { world.act(because: .handler, random.next(), generation) }
        check.return()
    }

    /// Handles several messages, which may include old ones.
    func hear(any messages: [any ParcelContainer], from author: AnyObject? = nil) {
        hear(messages.first.flatMap { $0.parcels.first }, from: author)
    }
}

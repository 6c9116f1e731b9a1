// How messages wait where the handler runs.

extension Observing where Message: Sendable, Stage == ObservingStage.InPlace {

    /// Lets the handler run on a queue, or in another ``DeliveryPlace`` such as an event loop, and all transforms with it.
    ///
    /// For order and threads, see ``Observer/observe(_:on:file:line:receive:)-(_,DeliveryPlace,_,_,(O.Message)->Void)``. Messages
    /// wait there as they are sent, before transforms.
    @inlinable
    @inline(__always)
    public consuming func on(_ place: any DeliveryPlace) -> Observing<Message, Form, ObservingStage.Waiting> {
        Observing<Message, Form, ObservingStage.Waiting>(site.on(place), origin)
    }
}

extension Observing where Stage == ObservingStage.Waiting {

    /// Says how many messages may wait, and what becomes of further ones. See ``MessageBuffering``.
    ///
    /// If there's a number below 1, the program stops when the observation starts. What an operator on a clock sends, such as
    /// `delay`, hops to the same place once more, and the same limit holds there.
    @inlinable
    @inline(__always)
    public consuming func buffering(_ limit: MessageBuffering) -> Observing<Message, Form, ObservingStage.Limited> {
        Observing<Message, Form, ObservingStage.Limited>(site.buffering(limit), origin)
    }

    /// Makes one message of those that wait: at most one does.
    ///
    /// ```swift
    /// screen.observe(temperature).on(queue).merging().receive { update in
    ///     // however slow this is, it gets from one value to the current one in one step
    /// }
    /// ```
    ///
    /// **Order:** The updates that are handled form a chain like those that were sent: each `old` value is the `new` value of the
    /// update before. The update is handled in the place of the first one that it's made of, so nobody can delay it by
    /// sending more. Nothing is missing, so there's nothing to be told. If the value was changed back meanwhile, both values
    /// of the update are equal.
    ///
    /// The author is that of the last update.
    ///
    /// **Lifetime:** The values in between are released as messages that are dropped, see ``MessageBuffering``. Nothing of yours
    /// is called to merge updates, not even `==`.
    public func merging() -> Observing<Message, Form, ObservingStage.Transforming> where Message: Mergeable {
        Observing<Message, Form, ObservingStage.Transforming>(
            site, ObservingOrigin(UpstreamMerging(origin, Message.merging.limit)))
    }

    /// Makes one message of those that wait, for each of the observables: at most one of each does.
    ///
    /// Each one causes one call, with the latest messages of the others. Messages without content, as of a `Messenger<Void>`, also
    /// become one.
    public func merging<each M: Mergeable & SendableMetatype>() -> Observing<Message, Form, ObservingStage.Transforming>
    where Message == (repeat each M) {
        // Several observables have a limit for each, and don't need this one. A single one that sends tuples does.
        let merging = (repeat (each M).merging)
        let limit = BufferLimit<Message>.merged { waiting, new in
            (repeat (each merging).merge(each waiting, each new))
        }
        return Observing<Message, Form, ObservingStage.Transforming>(
            site, ObservingOrigin(UpstreamMerging(origin, limit)))
    }

    /// Makes batches of the messages that wait. See ``batches(upTo:)-(Int)``.
    public func batches(upTo limit: Int) -> Observing<[Message], Form, ObservingStage.Transforming> {
        inBatches(upTo: limit)
    }
}

extension Observing where Stage == ObservingStage.Limited {

    /// Calls a closure where messages are missing, with their exact number. If several are passed, the last one counts.
    ///
    /// It runs where the handler runs, never at the same time, and only while the observer lives and the observation has not
    /// ended.
    @inlinable
    @inline(__always)
    public consuming func missed(_ tell: @escaping @Sendable (_ count: Int) -> Void) -> Observing
    where Form == ObservingForm.Plain {
        Observing(site.missed(tell), origin)
    }

    /// Makes batches of the messages that wait: one call handles whatever waits when the handler is about to run.
    ///
    /// ```swift
    /// writer.observe(measurements).on(diskQueue).batches(upTo: 500).receive { rows in
    ///     database.commit(rows)  // one transaction for all that came meanwhile
    /// }
    /// ```
    ///
    /// **Order:** A batch has the messages in the order in which they were sent, and never none. A message that waits alone is a
    /// batch of one: nothing is delayed to fill a batch. So the messages after the first one of a batch may be handled before
    /// messages of other observables that were sent earlier.
    ///
    /// **Limits:** A batch has no more than `limit` messages. If that's below 1, the program stops. A batch begins after a gap, or
    /// ends before it, and `missed` is called in between.
    ///
    /// A batch doesn't wait any more once its handler is called. Its author is that of its last message. If its handler ends the
    /// observation, nothing after the batch is handled.
    ///
    /// Of several observables, each message adds one tuple to a batch, with the latest messages of the others.
    ///
    /// - Complexity: O(1) a message, amortized.
    public func batches(upTo limit: Int) -> Observing<[Message], Form, ObservingStage.Transforming> {
        inBatches(upTo: limit)
    }
}

extension Observing {

    private func inBatches(upTo limit: Int) -> Observing<[Message], Form, ObservingStage.Transforming> {
        if limit < 1 { Misuse.batchOfNothing.stop(at: site.startPoint) }
        return Observing<[Message], Form, ObservingStage.Transforming>(
            site, ObservingOrigin(UpstreamBatches(origin, upTo: limit)))
    }
}

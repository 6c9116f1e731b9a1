// How messages wait where the handler runs.

extension Observing where Message: Sendable, Stage == ObservingStage.InPlace {

    /// Runs the handler, with all transforms, on a queue or on another ``DeliveryPlace``.
    ///
    /// A place can be an event loop, for example. For order and threads, see
    /// ``Observer/observe(_:on:file:line:receive:)-(_,DeliveryPlace,_,_,(O.Message)->Void)``.
    /// Messages wait there as they are sent, before transforms.
    @inlinable
    @inline(__always)
    public consuming func on(_ place: any DeliveryPlace) -> Observing<Message, Form, ObservingStage.Waiting> {
        Observing<Message, Form, ObservingStage.Waiting>(site.on(place), origin)
    }
}

extension Observing where Stage == ObservingStage.Waiting {

    /// Limits how many messages may wait, and says which are dropped.
    ///
    /// See ``MessageBuffering``. Messages that an operator on a clock sends, such as `delay`, hop
    /// to the same place once more, and the same limit applies there.
    ///
    /// **Errors:** If the limit has a number below 1, the program stops when the observation
    /// starts.
    @inlinable
    @inline(__always)
    public consuming func buffering(_ limit: MessageBuffering) -> Observing<Message, Form, ObservingStage.Limited> {
        Observing<Message, Form, ObservingStage.Limited>(site.buffering(limit), origin)
    }

    /// Merges waiting messages into one, so at most one waits.
    ///
    /// ```swift
    /// screen.observe(temperature).on(queue).merging().receive { update in
    ///     // however slow this is, it gets from one value to the current one in one step
    /// }
    /// ```
    ///
    /// **Order:** The handled updates form a chain, as the sent updates do: each `old` value is the
    /// `new` value of the update before. A merged update is handled at the position of its first
    /// update, so sending more doesn't delay it. No update is missing, so there's nothing to
    /// report. If the value was changed back meanwhile, both values of the update are equal.
    ///
    /// The author is that of the last update.
    ///
    /// **Lifetime:** The values in between are released like dropped messages: see
    /// ``MessageBuffering``. Merging calls no code of yours, not even `==`.
    public func merging() -> Observing<Message, Form, ObservingStage.Transforming> where Message: Mergeable {
        Observing<Message, Form, ObservingStage.Transforming>(
            site, ObservingOrigin(UpstreamMerging(origin, Message.merging.limit)))
    }

    /// Merges waiting messages into one for each observable, so at most one of each waits.
    ///
    /// Each merged message causes one call, with the latest messages of the others. Messages
    /// without content, as of a `Messenger<Void>`, are merged, too.
    public func merging<each M: Mergeable & SendableMetatype>() -> Observing<Message, Form, ObservingStage.Transforming>
    where Message == (repeat each M) {
        // Several observables have a limit each, and don't need this one. A single one that sends
        // tuples does.
        let merging = (repeat (each M).merging)
        let limit = BufferLimit<Message>.merged { waiting, new in
            (repeat (each merging).merge(each waiting, each new))
        }
        return Observing<Message, Form, ObservingStage.Transforming>(
            site, ObservingOrigin(UpstreamMerging(origin, limit)))
    }

    /// Combines waiting messages into batches.
    ///
    /// See ``batches(upTo:)-(Int)``.
    public func batches(upTo limit: Int) -> Observing<[Message], Form, ObservingStage.Transforming> {
        inBatches(upTo: limit)
    }
}

extension Observing where Stage == ObservingStage.Limited {

    /// Calls a closure where messages are missing, with their exact number.
    ///
    /// It runs where the handler runs, never at the same time, and only while the observer lives
    /// and the observation hasn't ended. If you pass several closures, only the last one is called.
    @inlinable
    @inline(__always)
    public consuming func missed(_ tell: @escaping @Sendable (_ count: Int) -> Void) -> Observing
    where Form == ObservingForm.Plain {
        Observing(site.missed(tell), origin)
    }

    /// Combines waiting messages into batches, each of which is handled in one call.
    ///
    /// ```swift
    /// writer.observe(measurements).on(diskQueue).batches(upTo: 500).receive { rows in
    ///     database.commit(rows)  // one transaction for all that came meanwhile
    /// }
    /// ```
    ///
    /// **Order:** A batch contains the messages that wait when the handler is called, in the order
    /// in which they were sent. It's never empty. A message that waits alone is a batch of one:
    /// nothing is delayed to fill a batch. Later messages of a batch may therefore be handled
    /// before messages of other observables that were sent earlier.
    ///
    /// **Limits:** A batch has no more than `limit` messages. A batch begins after a gap, or ends
    /// before it, and `missed` is called in between.
    ///
    /// Once the handler is called, the messages of its batch no longer wait. The author of a batch
    /// is that of its last message. If the handler ends the observation, nothing after the batch is
    /// handled. If several observables are observed, each message adds one tuple to a batch, with
    /// the latest messages of the others.
    ///
    /// **Errors:** If `limit` is below 1, the program stops.
    ///
    /// - Complexity: O(1) per message, amortized.
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

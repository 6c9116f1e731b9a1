import Dispatch

extension Observer {

    /// Starts to observe an observable on a queue or in another ``DeliveryPlace``, in batches: whatever waits when the handler is
    /// about to run becomes one call.
    ///
    /// ```swift
    /// writer.observe(batchesOf: measurements, on: diskQueue, upTo: 500) { rows in
    ///     database.commit(rows)  // one transaction for all that came meanwhile
    /// }
    /// ```
    ///
    /// **Order:** A batch has the messages in the order in which they were sent, and never none. A message that waits alone is a
    /// batch of one: nothing is delayed to fill a batch. The messages behind the first one of a batch may so be handled before
    /// messages of other observables that were sent earlier.
    ///
    /// **Limits:** A batch has no more than `limit` messages, and if that's below 1, the program stops. How many may wait is up to
    /// `buffering`, as for
    /// ``observe(_:on:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,(O.Message)->Void)``. A batch begins behind a
    /// gap, or ends before it, and `missed` is called in between.
    ///
    /// A batch doesn't wait any more once its handler is called. That one gets no authors. If it ends the observation, that counts
    /// for everything behind the batch.
    ///
    /// - Complexity: O(1) a message, amortized.
    @discardableResult
    public func observe<O: MessageSource>(
        batchesOf observable: O, on place: any DeliveryPlace, upTo limit: Int,
        buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable ([O.Message]) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        start(
            observable, at: StartPoint(O.self, file, line), on: Lane(of: place), limit: buffering.limit(),
            missed: missed, batching: Batching(upTo: limit, receive), .message { receive([$0]) })
    }
}

extension Batching {

    /// Stops the program if there's nothing in a batch.
    init(upTo limit: Int, _ handle: @escaping @Sendable ([Message]) -> Void) {
        if limit < 1 { Misuse.batchOfNothing.stop() }
        self.init(limit: limit, handle: handle)
    }
}

// MARK: - Free observations

/// Starts an observation in batches on a queue by the shared free observer. For details, see
/// ``Observer/observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
@discardableResult
public func observe<O: MessageSource>(
    batchesOf observable: O, on place: any DeliveryPlace, upTo limit: Int, buffering: MessageBuffering = .unbounded,
    missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable ([O.Message]) -> Void
) -> ObservationHandle where O.Message: Sendable {
    FreeObserver.shared.observe(
        batchesOf: observable, on: place, upTo: limit, buffering: buffering, missed: missed, file: file, line: line,
        receive: receive)
}

extension MessageSource where Message: Sendable {

    /// Starts an observation in batches on a queue by the shared free observer. For details, see
    /// ``Observer/observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
    @discardableResult
    public func observedInBatches(
        on place: any DeliveryPlace, upTo limit: Int, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable ([Message]) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(
            batchesOf: self, on: place, upTo: limit, buffering: buffering, missed: missed, file: file, line: line,
            receive: receive)
    }
}

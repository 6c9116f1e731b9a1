extension Observer {

    /// Starts to observe an observable on an actor, in batches: whatever waits when the handler is about to run becomes one call.
    ///
    /// For details, see ``observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
    @discardableResult
    public func observe<O: MessageSource, A: Actor>(
        batchesOf observable: O, on actor: A, upTo limit: Int, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (isolated A, [O.Message]) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit(), missed, upTo: limit) {
            isolate in
            let handle: @Sendable ([O.Message]) -> Void = { batch in isolate { receive($0, batch) } }
            return (.message { handle([$0]) }, batch: handle)
        }
    }

    /// Starts to observe an observable on the main actor, in batches.
    ///
    /// For details, see ``observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
    @discardableResult
    public func observe<O: MessageSource>(
        batchesOf observable: O, on actor: MainActor, upTo limit: Int, buffering: MessageBuffering = .unbounded,
        missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @MainActor @Sendable ([O.Message]) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        start(
            observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit(), onMainActor(missed),
            upTo: limit
        ) { isolate in
            let handle: @Sendable ([O.Message]) -> Void = { batch in
                isolate { _ in MainActor.assumeIsolated { receive(batch) } }
            }
            return (.message { handle([$0]) }, batch: handle)
        }
    }
}

// MARK: - Free observations

/// Starts an observation in batches on an actor by the shared free observer. For details, see
/// ``Observer/observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
@discardableResult
public func observe<O: MessageSource, A: Actor>(
    batchesOf observable: O, on actor: A, upTo limit: Int, buffering: MessageBuffering = .unbounded,
    missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (isolated A, [O.Message]) -> Void
) -> ObservationHandle where O.Message: Sendable {
    FreeObserver.shared.observe(
        batchesOf: observable, on: actor, upTo: limit, buffering: buffering, missed: missed, file: file, line: line,
        receive: receive)
}

/// Starts an observation in batches on the main actor by the shared free observer. For details, see
/// ``Observer/observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
@discardableResult
public func observe<O: MessageSource>(
    batchesOf observable: O, on actor: MainActor, upTo limit: Int, buffering: MessageBuffering = .unbounded,
    missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @MainActor @Sendable ([O.Message]) -> Void
) -> ObservationHandle where O.Message: Sendable {
    FreeObserver.shared.observe(
        batchesOf: observable, on: actor, upTo: limit, buffering: buffering, missed: missed, file: file, line: line,
        receive: receive)
}

extension MessageSource where Message: Sendable {

    /// Starts an observation in batches on an actor by the shared free observer. For details, see
    /// ``Observer/observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
    @discardableResult
    public func observedInBatches<A: Actor>(
        on actor: A, upTo limit: Int, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (isolated A, [Message]) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(
            batchesOf: self, on: actor, upTo: limit, buffering: buffering, missed: missed, file: file, line: line,
            receive: receive)
    }

    /// Starts an observation in batches on the main actor by the shared free observer. For details, see
    /// ``Observer/observe(batchesOf:on:upTo:buffering:missed:file:line:receive:)-(_,DeliveryPlace,_,_,_,_,_,_)``.
    @discardableResult
    public func observedInBatches(
        on actor: MainActor, upTo limit: Int, buffering: MessageBuffering = .unbounded,
        missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @MainActor @Sendable ([Message]) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(
            batchesOf: self, on: actor, upTo: limit, buffering: buffering, missed: missed, file: file, line: line,
            receive: receive)
    }
}

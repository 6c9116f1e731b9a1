/// Observes only the next message.
///
/// The observation ends with its first message, before the handler is called. The returned observer can be used to stop
/// waiting. It lives until the observation ends and needn't be stored.
@discardableResult
public func observeOnce<O: MessageSource>(
    _ observable: O, file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (O.Message) -> Void
) -> FreeObserver {
    observeOnce(observable, at: StartPoint(O.self, file, line), on: nil) { end in
        .message { message in if end() { receive(message) } }
    }
}

/// Observes only the next message, together with its author.
@discardableResult
public func observeOnce<O: MessageSource>(
    _ observable: O, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (O.Message, AnyObject) -> Void
) -> FreeObserver {
    observeOnce(observable, at: StartPoint(O.self, file, line), on: nil) { end in
        .messageWithAuthor { if end() { receive($0, $1) } }
    }
}

/// Observes only the next message, on a queue.
@discardableResult
public func observeOnce<O: MessageSource>(
    _ observable: O, on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (O.Message) -> Void
) -> FreeObserver where O.Message: Sendable {
    observeOnce(observable, at: StartPoint(O.self, file, line), on: place, limit: .oldest(1)) { end in
        .message { message in if end() { receive(message) } }
    }
}

/// Observes only the next message, on a queue, together with its author.
@discardableResult
public func observeOnce<O: MessageSource>(
    _ observable: O, on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (O.Message, AnyObject) -> Void
) -> FreeObserver where O.Message: Sendable {
    observeOnce(observable, at: StartPoint(O.self, file, line), on: place, limit: .oldest(1)) { end in
        .messageWithAuthor { if end() { receive($0, $1) } }
    }
}

extension MessageSource {

    /// Observes only the next message. For details, see ``observeOnce(_:file:line:receive:)-(_,_,_,(O.Message)->Void)``.
    @discardableResult
    public func observedOnce(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Message) -> Void
    ) -> FreeObserver {
        observeOnce(self, file: file, line: line, receive: receive)
    }

    /// Observes only the next message, together with its author.
    @discardableResult
    public func observedOnce(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Message, AnyObject) -> Void
    ) -> FreeObserver {
        observeOnce(self, file: file, line: line, receive: receive)
    }

    /// Observes only the next message, on a queue.
    @discardableResult
    public func observedOnce(
        on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Message) -> Void
    ) -> FreeObserver where Message: Sendable {
        observeOnce(self, on: place, file: file, line: line, receive: receive)
    }

    /// Observes only the next message, on a queue, together with its author.
    @discardableResult
    public func observedOnce(
        on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Message, AnyObject) -> Void
    ) -> FreeObserver where Message: Sendable {
        observeOnce(self, on: place, file: file, line: line, receive: receive)
    }
}

/// Starts an observation whose handler holds on to the observer and decides when to end.
///
/// - Parameters:
///   - limit: How many messages may wait on the queue. If the handler always ends with the first one, that's one.
///   - handler: Makes the handler out of a function that ends the observation and tells whether this very call
///   did, which it does for exactly one call.
@discardableResult
func observeOnce<O: MessageSource>(
    _ observable: O, at startPoint: StartPoint?, on place: (any DeliveryPlace)?,
    limit: BufferLimit<O.Message> = .unbounded,
    handler: (@escaping @Sendable () -> Bool) -> Handler<O.Message>
) -> FreeObserver {
    let observer = FreeObserver()
    observer.start(
        observable, at: startPoint, on: place.map { Lane(of: $0) }, limit: limit,
        handler { observer.receiver.endObservations() })
    return observer
}

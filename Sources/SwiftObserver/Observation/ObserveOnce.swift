/// Observes only the next message.
///
/// The observation ends with its first message, before the handler is called. You can use the
/// returned observer to end it earlier.
///
/// **Lifetime:** The returned observer lives until the observation ends. You needn't store it.
@discardableResult
public func observeOnce<O: MessageSource>(
    _ observable: O, file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (O.Message) -> Void
) -> FreeObserver {
    observeOnce(observable, at: StartPoint(O.self, file, line)) { end in
        .message { message in if end() { receive(message) } }
    }
}

/// Observes only the next message, together with its author.
@discardableResult
public func observeOnce<O: MessageSource>(
    _ observable: O, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (O.Message, AnyObject) -> Void
) -> FreeObserver {
    observeOnce(observable, at: StartPoint(O.self, file, line)) { end in
        .messageWithAuthor { if end() { receive($0, $1) } }
    }
}

extension MessageSource {

    /// Observes only the next message.
    ///
    /// For details, see ``observeOnce(_:file:line:receive:)-(_,_,_,(O.Message)->Void)``.
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
}

/// Starts an observation whose handler retains the observer and decides when to end.
///
/// - Parameter handler: Makes the handler from a function that ends the observation. The function
///   returns whether this very call ended it. That's true of exactly one call.
@discardableResult
func observeOnce<O: MessageSource>(
    _ observable: O, at startPoint: StartPoint?, handler: (@escaping @Sendable () -> Bool) -> Handler<O.Message>
) -> FreeObserver {
    let observer = FreeObserver()
    _ = observable.sourceMessenger.messenger.start(
        by: observer, observer.receiver, at: startPoint, handler { observer.receiver.endObservations() })
    return observer
}

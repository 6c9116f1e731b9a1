/// An observer for observations that need no observer of their own.
///
/// The free functions ``observe(_:file:line:receive:)-(_,_,_,(O.Message)->Void)`` and `observed` of
/// observables use ``FreeObserver/shared``. If you create a free observer yourself, retain it as
/// long as its observations should last.
///
/// A free observer is `Sendable`.
public final class FreeObserver: Observer, Sendable {

    /// The observer of all free observations, which is never deallocated.
    ///
    /// Use it to end certain or all free observations, as in
    /// `FreeObserver.shared.stopObserving(sky)`.
    ///
    /// **Errors:** Stopping to observe a view in this way stops the program, since a view can't end
    /// observations of other code. End your own observation by its ``ObservationHandle``.
    public static let shared = FreeObserver(Receiver(ofImmortal: FreeObserver.self))

    /// Owns the observations of this observer.
    public let receiver: Receiver

    /// Creates a free observer that is independent of ``shared``.
    public convenience init() { self.init(Receiver()) }

    private init(_ receiver: Receiver) { self.receiver = receiver }
}

// MARK: - Free functions

/// Starts an observation by the shared free observer.
///
/// For details, see ``Observer/observe(_:file:line:receive:)-(_,_,_,(O.Message)->Void)``.
@discardableResult
public func observe<O: MessageSource>(
    _ observable: O, file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (O.Message) -> Void
) -> ObservationHandle {
    FreeObserver.shared.observe(observable, file: file, line: line, receive: receive)
}

/// Starts an observation by the shared free observer, with a handler that receives authors.
@discardableResult
public func observe<O: MessageSource>(
    _ observable: O, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (O.Message, AnyObject) -> Void
) -> ObservationHandle {
    FreeObserver.shared.observe(observable, file: file, line: line, receive: receive)
}

extension MessageSource {

    /// Starts an observation by the shared free observer.
    ///
    /// For details, see ``Observer/observe(_:file:line:receive:)-(_,_,_,(O.Message)->Void)``.
    @discardableResult
    public func observed(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Message) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(self, file: file, line: line, receive: receive)
    }

    /// Starts an observation by the shared free observer, with a handler that receives authors.
    @discardableResult
    public func observed(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Message, AnyObject) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(self, file: file, line: line, receive: receive)
    }
}

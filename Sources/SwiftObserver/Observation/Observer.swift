/// An object that observes ``Observable`` objects.
///
/// An observer needs only a ``Receiver`` of its own:
///
/// ```swift
/// final class Dog: Observer {
///     let receiver = Receiver()
/// }
///
/// dog.observe(sky) { color in
///     print("The sky is \(color).")
/// }
/// ```
///
/// **Lifetime:** Observing retains neither side. When the observer or the observable is
/// deallocated, the observation ends, and everything that it holds is released. No handler begins
/// after its observer was deallocated, and the observer isn't deallocated while a handler runs.
/// `[unowned self]` is therefore safe in handlers. If other code releases the observer meanwhile,
/// it's deallocated on the thread of the handler.
///
/// **Threads:** You can call all functions from any thread, including in handlers and in `deinit`.
/// An observer must be `Sendable` only if several threads use it or handlers capture it.
public protocol Observer: AnyObject {

    /// Owns the observations of this observer.
    ///
    /// Retain it, and always return the same one.
    var receiver: Receiver { get }
}

extension Observer {

    /// Ends all observations of an observable by this observer.
    ///
    /// `stopObserving` doesn't wait. When it returns, another thread may still be running one call
    /// of the handler, or be about to begin it. No other call begins.
    /// ``stopObservingAndWait(_:within:)`` waits for that call. There is no such call
    ///
    /// - if the handler runs in place, and you stop in an in-place handler of the same observable,
    /// - if it runs on a serial queue, an actor or another place, and you stop there, or
    /// - if it runs on a concurrent queue, and you stop in a handler that runs on that queue.
    ///
    /// Clause 9 of <doc:Guarantees> has the details, also for combined observations.
    ///
    /// The end takes effect at once. It also cancels messages that were sent before it but aren't
    /// handled yet. On the delivering thread, that includes the current message, unless the handler
    /// was already called with it.
    ///
    /// Ending an observation that never started does nothing. If you stop observing one observable
    /// of a combined observation, the whole observation ends.
    ///
    /// **Lifetime:** The handlers are released at once or, if a message is being delivered, after
    /// its delivery.
    ///
    /// **Errors:** A view can't end observations of other code. If the observable is a view and the
    /// observer is ``FreeObserver/shared``, which all code shares, the program stops. End your own
    /// observation by its ``ObservationHandle``.
    ///
    /// - Complexity: O(n), where n is the number of observations of this observer or of the
    ///   observable, whichever is smaller.
    @inlinable
    public func stopObserving<O: MessageSource>(_ observable: O) {
        receiver.endObservations(
            of: observable.sourceMessenger.messenger, seenThroughView: !(observable is any Observable))
    }

    /// Ends all observations of this observer.
    ///
    /// You needn't call this in `deinit`: observations end by themselves when the observer is
    /// deallocated. For details, see ``stopObserving(_:)``.
    ///
    /// - Complexity: O(n) in the number of observations of this observer.
    @inlinable
    public func stopObserving() {
        receiver.endObservations()
    }

    /// Returns whether this observer observes the observable.
    ///
    /// - Complexity: O(n), where n is the number of observations of this observer or of the
    ///   observable, whichever is smaller.
    @inlinable
    public func isObserving<O: MessageSource>(_ observable: O) -> Bool {
        receiver.hasObservations(of: observable.sourceMessenger.messenger)
    }
}

/// An object that observes ``Observable`` objects.
///
/// All that an object needs to observe is a ``Receiver`` of its own:
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
/// **Lifetime:** Observing keeps neither side alive. When the observer or the observable dies, the observation ends and
/// everything it holds is released. No handler begins after its observer's death, and while one runs, its observer
/// can't die, so `[unowned self]` is safe in handlers. If it's released elsewhere meanwhile, it dies on the
/// thread where the handler runs.
///
/// **Threads:** All functions may be called from any thread, also from inside handlers and in `deinit`. An observer need
/// not be `Sendable`, unless several threads use it or handlers capture it.
public protocol Observer: AnyObject {

    /// Keeps the observations of this observer. Hold on to it strongly and always return the same one.
    var receiver: Receiver { get }
}

extension Observer {

    /// Ends all observations of an observable.
    ///
    /// When this has returned, no handler of these observations begins any more, except for one call that another
    /// thread may be about to make. There is no such exception on the thread that delivers, nor on the queue or actor
    /// that the observation is hopped to, not even for the message that is being delivered. The handlers are released
    /// right away or, if a delivery is under way, when it has ended. To stop what was never started is fine.
    ///
    /// To stop observing one observable of a combined observation ends all of that.
    ///
    /// A view can't end what others observe. So this stops the program for a view if the observer is
    /// ``FreeObserver/shared``, which observes for everyone. End your own observation by its ``ObservationHandle``.
    ///
    /// - Complexity: O(n), with n being the number of observations of either this observer or the observable, whichever
    ///   is smaller.
    @inlinable
    public func stopObserving<O: MessageSource>(_ observable: O) {
        receiver.endObservations(
            of: observable.sourceMessenger.messenger, seenThroughView: !(observable is any Observable))
    }

    /// Ends all observations of this observer.
    ///
    /// There's no need to call this in `deinit`, because that happens automatically. For details, see
    /// ``stopObserving(_:)``.
    ///
    /// - Complexity: O(n) in observations of this observer.
    @inlinable
    public func stopObserving() {
        receiver.endObservations()
    }

    /// Tells whether this observer observes the observable.
    ///
    /// - Complexity: O(n), with n being the number of observations of either this observer or the observable, whichever
    ///   is smaller.
    @inlinable
    public func isObserving<O: MessageSource>(_ observable: O) -> Bool {
        receiver.hasObservations(of: observable.sourceMessenger.messenger)
    }
}

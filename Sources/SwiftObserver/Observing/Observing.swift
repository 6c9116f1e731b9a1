/// An observation that is being described step by step, and has not started yet.
///
/// ```swift
/// dog.observe(sky).on(queue).buffering(.newest(1000)).map { $0 == .blue }.receive { isBlue in
///     print("Will we go outside? \(isBlue)")
/// }
/// ```
///
/// **Steps:** First comes where the handler runs, `on`. Then comes how messages wait there: either `merging`, or
/// ``buffering(_:)`` with `missed`, and `batches`. Without `on`, the handler runs in place, where nothing waits. Any number of
/// transforms follow, in any order, and then `receive`, which starts the observation. In another order, a chain doesn't compile.
///
/// **Threads:** All closures of a chain run where its handler runs. To transform in place and hop with the results, store a
/// transform and observe that: `let isBlue = sky.map { $0 == .blue }`, and then `dog.observe(isBlue, on: queue) { … }`.
///
/// **Lifetime:** A chain that doesn't end with `receive`, or with a transform that takes the handler, does nothing. A stored
/// chain keeps its observer alive, but of an observable maybe only its messenger. Each `receive` starts another observation. What
/// transforms remember from one message to the next belongs to one observation.
///
/// `Form` says what the handler takes, and `Stage` which steps may follow. Neither has values. A chain is not `Sendable`: it's
/// written where it starts.
@frozen
public struct Observing<Message, Form, Stage> {

    @usableFromInline
    let site: ObservingSite

    @usableFromInline
    let origin: ObservingOrigin<Message>

    @inlinable
    @inline(__always)
    init(_ site: ObservingSite, _ origin: ObservingOrigin<Message>) {
        self.site = site
        self.origin = origin
    }

    /// Starts an observation.
    func start(_ handler: Handler<Message>, _ extras: ObservationExtras? = nil) -> ObservationHandle {
        origin.start(at: site, handler, extras)
    }
}

/// What the handler of an ``Observing`` takes. There are no values of these types, so they are `Sendable`.
public enum ObservingForm {

    /// A message.
    public enum Plain {}

    /// The actor to which the handler is isolated, and a message.
    public enum OnActor<A: Actor> {}

    /// A message, isolated to the main actor.
    public enum OnMainActor {}

    /// What nobody passes on: a function that beginnings with several observables mention so that the compiler understands
    /// handlers that don't fit.
    public typealias NoHandler = (Never, Never, Never, Never, Never) -> Void
}

/// What can be said next of an ``Observing``. There are no values of these types, so they are `Sendable`.
public enum ObservingStage {

    /// Where the handler runs, or what comes behind that.
    public enum InPlace {}

    /// How messages wait there, or what comes behind that.
    public enum Waiting {}

    /// What to do about messages that are missing, or what comes behind that.
    public enum Limited {}

    /// Transforms, and the handler.
    public enum Transforming {}
}

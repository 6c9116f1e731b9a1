/// An observation that you describe step by step, and that hasn't started yet.
///
/// ```swift
/// dog.observe(sky).on(queue).buffering(.newest(1000)).map { $0 == .blue }.receive { isBlue in
///     print("Will we go outside? \(isBlue)")
/// }
/// ```
///
/// **Steps:** The first step is `on`, the place where the handler runs. The next steps say how
/// messages wait there: either `merging`, or ``buffering(_:)`` with `missed`, and `batches`. Any
/// number of transforms follow, in any order. The last step is `receive`, which starts the
/// observation. A chain compiles only if its steps come in this order.
///
/// Without `on`, the handler runs in place. Limits don't apply there: messages that come while the
/// observable is busy are pending, without bound.
///
/// **Threads:** All closures of a chain run where its handler runs. To transform in place and hop
/// with the results, store a transform and observe that: `let isBlue = sky.map { $0 == .blue }`,
/// and then `dog.observe(isBlue, on: queue) { … }`.
///
/// **Lifetime:** A chain does nothing unless it ends with `receive`, or with a transform that takes
/// the handler. A stored chain retains its observer, but of an observable possibly only the
/// messenger. Each `receive` starts another observation. The state of transforms, kept from one
/// message to the next, belongs to one observation.
///
/// `Form` says what the handler takes, and `Stage` which steps may follow. Neither has values. A
/// chain is not `Sendable`: write it where it starts.
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

/// The parameters of the handler of an ``Observing``.
///
/// There are no values of these types, so they are `Sendable`.
public enum ObservingForm {

    /// A message.
    public enum Plain {}

    /// The actor to which the handler is isolated, and a message.
    public enum OnActor<A: Actor> {}

    /// A message, isolated to the main actor.
    public enum OnMainActor {}

    /// A type of function that you never pass.
    ///
    /// The forms of `observe` for several observables mention it, so that the compiler understands
    /// handlers that don't fit.
    public typealias NoHandler = (Never, Never, Never, Never, Never) -> Void
}

/// The next step of an ``Observing``.
///
/// There are no values of these types, so they are `Sendable`.
public enum ObservingStage {

    /// The place where the handler runs, or any later step.
    public enum InPlace {}

    /// The way in which messages wait there, or any later step.
    public enum Waiting {}

    /// The treatment of missed messages, or any later step.
    public enum Limited {}

    /// Transforms, and the handler.
    public enum Transforming {}
}

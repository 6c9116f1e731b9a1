extension ObservingSite {

    /// Starts a combined observation of any number of buffered observables.
    ///
    /// Each observable gets an observation of its own, the part. Parts on a queue share the queue's
    /// lane, so they can't overlap, and call the handler directly. Parts in place would overlap if
    /// two threads deliver. They pass their messages to an office of the combination, whose only
    /// observation is the handler's.
    ///
    /// A limit on a queue applies to all parts together. They share an inbox of the combination.
    ///
    /// - Parameters:
    ///   - limits: How many messages of each observable may wait, independently of the others.
    ///   - extras: Everything else that the observation needs, made for it alone. It has a
    ///     downstream if the handler passes messages on.
    ///   - batching: The step that follows each batch of calls, if there are batches.
    func combine<each O: BufferedMessageSource & Sendable>(
        _ observables: repeat each O, limits: (repeat BufferLimit<(each O).Message>),
        extras: ObservationExtras? = nil, batching: CombinedBatching? = nil, as handler: CombinedHandler
    ) -> ObservationHandle {
        var parts: [any StartablePart] = []
        for part in repeat startablePart(each observables, each limits) { parts.append(part) }
        return combine(parts, extras ?? ObservationExtras(), batching, as: handler)
    }

    /// Starts the parts. It's separate so that only one line above deals with a type pack.
    private func combine(
        _ named: [any StartablePart], _ extras: ObservationExtras, _ batching: CombinedBatching?,
        as handler: CombinedHandler
    ) -> ObservationHandle {
        let parts = withOnePartPerOffice(named)
        let firstCaller = parts.last { $0.startsWithLatest }
        let beginning = firstCaller.map { Beginning(with: $0) }
        let group = extras.group ?? ObservationGroup()
        extras.group = group
        let receive = handler.triggered(of: parts, in: group, beginning: beginning, isCounted: elsewhere == nil)
        let isMortal = receiver.isMortal(observer)
        func observation(of registrar: ObservationRegistrar, inbox: AnyInbox? = nil) -> Observation<Trigger>? {
            let observation = receive.observationType.init(
                of: registrar, receiver: receiver.observations, isObserverMortal: isMortal, inbox: inbox,
                extras: extras,
                handler: receive)
            if Watching.isOn { observation.willStart(at: startPoint) }
            return receiver.add(observation, by: observer) ? observation : nil
        }
        let route: Route
        switch elsewhere {
        case let there? where there.buffering == .unbounded && batching == nil: route = .queue(Lane(of: there.place))
        case let there?:
            let inbox = receive.inbox(
                on: Lane(of: there.place), limit: there.buffering.limit(),
                missed: beginning.map { $0.ended(before: there.missed) } ?? there.missed,
                batching: batching.map { receive.batching($0, in: group) })
            guard let observation = observation(of: CombinedRegistrar(parts), inbox: inbox) else {
                return ObservationHandle(to: group)
            }
            route = .inbox(inbox, of: observation, SharedSlots(parts))
        case nil:
            let office = PostOffice()
            guard let observation = observation(of: office) else {
                return ObservationHandle(to: group)
            }
            office.start(observation, ofMessenger: group)
            route = .office(office, parts)
        }

        // The part that causes the first call starts last: by then, no change of others can be
        // missed.
        var started: [AnyCombinedPart] = firstCaller.map { [$0] } ?? []
        for part in parts where !started.contains(where: { $0 === part }) {
            started.append(part)
            part.start(at: self, extras, along: route, to: receive, beginning: nil)
        }
        firstCaller?.start(at: self, extras, along: route, to: receive, beginning: beginning)
        return ObservationHandle(to: group)
    }
}

/// The route by which the parts of a combined observation reach the handler.
private enum Route {

    /// Each part has an inbox of its own on the lane.
    case queue(Lane)

    case office(PostOffice, [AnyCombinedPart])

    /// The parts share the inbox of an observation that belongs to the combination.
    case inbox(AnyInbox, of: Observation<Trigger>, SharedSlots)

    /// Closes the combination's office after its pending messages, if parts are in place.
    var farewell: (@Sendable () -> Void)? {
        if case .office(let office, _) = self { { office.close(endingMessagesOf: Trigger.self) } } else { nil }
    }
}

extension Route {

    /// The combination's office, to which parts in place pass messages.
    fileprivate var downstream: Downstream? {
        if case .office(let office, _) = self {
            Downstream(registrar: office, type: CombinedObservation.self)
        } else {
            nil
        }
    }
}

/// Names a combined observation in tables of unhandled observations.
private enum CombinedObservation {}

/// The registrar of the observation whose inbox the parts share. Nothing is sent there.
///
/// `@unchecked Sendable` because nothing in it changes.
private final class CombinedRegistrar: ObservationRegistrar, @unchecked Sendable {

    private let parts: [any StartablePart]

    init(_ parts: [any StartablePart]) { self.parts = parts }

    /// Messages in the shared inbox count for each of the observables.
    override func makeRoom() { for part in parts { part.makeRoom() } }
}

private protocol StartablePart: AnyCombinedPart, Sendable {

    /// `true` if the observation should start with the latest message of this part.
    var startsWithLatest: Bool { get }

    /// - Parameter beginning: The phase that ends with the first call, if this part causes it.
    func start(
        at site: ObservingSite, _ extras: ObservationExtras, along route: Route, to receive: Handler<Trigger>,
        beginning: Beginning?)
}

/// Replaces all parts of an observable that is named more than once by the same part.
private func withOnePartPerOffice(_ parts: [any StartablePart]) -> [any StartablePart] {
    parts.map { part in
        let same = parts.filter { $0.office == part.office }
        return same.first { $0.startsWithLatest } ?? same[0]
    }
}

// The optimizing compiler (6.3) crashes if it has to release the limit in a loop over a type pack.
// It must not find out that this function needn't own the limit.
@_optimize(none)
private func startablePart<O: BufferedMessageSource & Sendable>(
    _ observable: O, _ limit: consuming BufferLimit<O.Message>
) -> any StartablePart {
    Part(observable, limit)
}

/// One observable of a combined observation, which doesn't retain it.
///
/// `@unchecked Sendable` because nothing in it changes.
private final class Part<O: BufferedMessageSource & Sendable>: CombinedPart<O.Message>, StartablePart,
    @unchecked Sendable
{

    let startsWithLatest: Bool

    /// Where senders wait for room, possibly through a messenger that outlives its observable.
    private let postOffice: PostOffice

    /// The argument of `observe`. A stand-in may be deallocated right after the start.
    private weak var observable: O?

    /// The observable that is actually observed.
    private let origin: WeakBuffered<O.Message>

    /// The messenger of the origin, if it's another object, which may outlive the origin.
    private let otherMessenger: UncheckedSendable<WeakReference>?

    /// How many messages of this part may wait, if it has an inbox of its own.
    private let limit: BufferLimit<O.Message>

    init(_ observable: O, _ limit: BufferLimit<O.Message>) {
        let standIn = observable as? any StandIn<O.Message>
        postOffice = observable.sourceMessenger.messenger.office
        startsWithLatest = standIn?.startsWithLatest ?? false
        self.observable = observable
        self.limit = limit
        origin = standIn?.weakOrigin ?? WeakBuffered(observable)
        let messenger = origin.messenger
        otherMessenger = messenger === origin.source ? nil : UncheckedSendable(WeakReference(messenger))
        super.init(of: postOffice.identity, latest: observable.latestMessage)
    }

    override var messenger: AnyObject? { origin.messenger }

    /// If the origin's messenger is gone, too, a pending farewell ends everything.
    override var isLost: Bool { otherMessenger.map { origin.source == nil && $0.value.object != nil } ?? false }

    func start(
        at site: ObservingSite, _ extras: ObservationExtras, along route: Route, to receive: Handler<Trigger>,
        beginning: Beginning?
    ) {
        willLoadWeakReference()
        guard let observable, let source = origin.source else { return extras.group?.end() ?? () }
        let causesFirstCall = beginning != nil
        let messenger = causesFirstCall ? observable.sourceMessenger.messenger : source.sourceMessenger.messenger
        let handler = handler(along: route, to: receive)
        _ = messenger.office.startObservation(
            by: site.observer, site.receiver, at: StartPoint(O.self, site.startPoint.file, site.startPoint.line),
            inbox: inbox(along: route, for: handler),
            extras: ObservationExtras(
                endingWith: extras.group,
                inlet: inlet(along: route, takesFirst: !causesFirstCall && messenger === source, beginning),
                downstream: route.downstream ?? extras.downstream, farewell: route.farewell ?? extras.farewell), handler
        ) { observation in
            if causesFirstCall { return messenger.start(observation) }
            if messenger === source, messenger.startWithLatest(observation) { return }
            messenger.start(observation)
            pullAgain(from: source, for: observation)
        }
    }

    /// Creates the inlet of this part.
    ///
    /// The first message of a variable or a transform fills the slot. A message that another
    /// observable sends by itself when it's observed is for the handler.
    private func inlet(along route: Route, takesFirst: Bool, _ beginning: Beginning?) -> PartInlet<O.Message> {
        var backlog: PartBacklog?
        if case .office(_, let parts) = route { backlog = PartBacklog(of: self, among: parts) }
        return PartInlet(
            of: self, takesFirst: takesFirst, backlog: backlog, whenWithoutFirst: beginning.map { $0.end })
    }

    /// Reads the latest message of a client's observable again, after the start.
    ///
    /// If the observable has sent a message since, the handler will receive that, and the latest
    /// one may be newer. The side would then go back, so it keeps the message from before the
    /// start.
    private func pullAgain(
        from source: any BufferedMessageSource<O.Message>, for observation: Observation<O.Message>
    ) {
        let latest = source.latestMessage
        var work = DeferredWork()
        let delivery = postOffice.postFirst(latest, to: observation, from: source, &work) { takeFirst(latest, &$0) }
        postOffice.perform(delivery, &work, latest, from: source)
    }

    override func makeRoom() { postOffice.makeRoom() }

    private func inbox(along route: Route, for handler: Handler<O.Message>) -> AnyInbox? {
        switch route {
        case .queue(let lane): handler.inbox(on: lane, limit: limit)
        case .office: nil
        case .inbox(let inbox, let observation, let slots):
            ForwardingInbox(inbox) { [self] message, author, work in
                slots.post(Trigger(message, from: self), &work) { observation.postLimited($0, from: author, &$1) }
            }
        }
    }

    private func handler(along route: Route, to receive: Handler<Trigger>) -> Handler<O.Message> {
        switch (route, receive) {
        case (.office(let office, _), _):
            .relay {
                self.pass()
                office.send(Trigger($0, from: self), from: $1)
            }
        case (.inbox, _):
            // Never called, since all messages get to the shared inbox.
            .message { _ in }
        case (_, .message(let receive)):
            .message { receive(Trigger($0, from: self)) }
        case (_, .messageWithAuthor(let receive)):
            .messageWithAuthor { receive(Trigger($0, from: self), $1) }
        case (_, .relay(let receive)):
            .relay { receive(Trigger($0, from: self), $1) }
        }
    }
}

/// The slots of parts that share an inbox whose messages can be dropped.
///
/// Each message holds copies of all other slots.
private final class SharedSlots: Sendable {

    private let parts: UncheckedSendable<[AnyCombinedPart]>

    /// Held until a message is in the inbox, so that inbox and slots have the same order.
    ///
    /// The lock of a lane is acquired meanwhile. That of an office or of its fan-out is held.
    private let lock = Protected(())

    init(_ parts: [AnyCombinedPart]) { self.parts = UncheckedSendable(parts) }

    /// Posts a trigger together with the latest messages of the other parts.
    func post(_ trigger: Trigger, _ work: inout DeferredWork, to post: (Trigger, inout DeferredWork) -> Void) {
        lock.withLock { _ in
            let trigger = trigger.withLatest(of: parts.value)
            post(trigger, &work)
            trigger.part.setLatest(to: trigger.message, &work)
            // Once all slots change, a dropped trigger may hold the last references to the copies.
            work.release(trigger.all)
        }
    }
}

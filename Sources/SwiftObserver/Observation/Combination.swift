extension ObservingSite {

    /// Starts a combined observation of any number of buffered observables.
    ///
    /// Each observable gets an observation of its own, the part. Parts on a queue share that queue's lane, so they can't
    /// overlap and call the handler directly. Parts in place would overlap when two threads deliver, so they pass their
    /// messages on to an office that belongs to the combination, where the handler is the only one who observes.
    ///
    /// Where the number of messages that wait on the queue has a limit, it's one for all parts. So they share an inbox, which
    /// belongs to the combination.
    ///
    /// - Parameters:
    ///   - limits: How many messages of each observable may wait, apart from all others.
    ///   - extras: What the observation needs beside that, made for it alone. If its handler passes messages on, that has a downstream.
    ///   - batching: What follows each batch of calls, if they come in batches.
    func combine<each O: BufferedMessageSource & Sendable>(
        _ observables: repeat each O, limits: (repeat BufferLimit<(each O).Message>),
        extras: ObservationExtras? = nil, batching: CombinedBatching? = nil, as handler: CombinedHandler
    ) -> ObservationHandle {
        var parts: [any StartablePart] = []
        for part in repeat startablePart(each observables, each limits) { parts.append(part) }
        return combine(parts, extras ?? ObservationExtras(), batching, as: handler)
    }

    /// Starts the parts. It's apart from the above so that only one line of it has to do with a type pack.
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

        // The one that causes the first call comes last, so that by then, no change of the others can be missed.
        var started: [AnyCombinedPart] = firstCaller.map { [$0] } ?? []
        for part in parts where !started.contains(where: { $0 === part }) {
            started.append(part)
            part.start(at: self, extras, along: route, to: receive, beginning: nil)
        }
        firstCaller?.start(at: self, extras, along: route, to: receive, beginning: beginning)
        return ObservationHandle(to: group)
    }
}

/// How the parts of a combined observation reach the handler.
private enum Route {

    /// Each part has an inbox of its own on the lane.
    case queue(Lane)

    case office(PostOffice, [AnyCombinedPart])

    /// The parts share the inbox of an observation that belongs to the combination.
    case inbox(AnyInbox, of: Observation<Trigger>, SharedSlots)

    /// Parts in place say farewell to the combination's office, behind the messages that are in line there.
    var farewell: (@Sendable () -> Void)? {
        if case .office(let office, _) = self { { office.close(endingMessagesOf: Trigger.self) } } else { nil }
    }
}

extension Route {

    /// Parts in place pass messages on to the combination's office.
    fileprivate var downstream: Downstream? {
        if case .office(let office, _) = self {
            Downstream(registrar: office, type: CombinedObservation.self)
        } else {
            nil
        }
    }
}

/// What a combined observation is called where someone reads what is left of it.
private enum CombinedObservation {}

/// Where the observation is registered whose inbox the parts share. Nothing is sent there.
///
/// `@unchecked Sendable` because nothing of it changes.
private final class CombinedRegistrar: ObservationRegistrar, @unchecked Sendable {

    private let parts: [any StartablePart]

    init(_ parts: [any StartablePart]) { self.parts = parts }

    /// What waits in the shared inbox counts for each of the observables.
    override func makeRoom() { for part in parts { part.makeRoom() } }
}

private protocol StartablePart: AnyCombinedPart, Sendable {

    /// Whether it was asked for that the observation starts with the latest message of this part.
    var startsWithLatest: Bool { get }

    /// - Parameter beginning: What ends with the first call, if it's this part that causes that.
    func start(
        at site: ObservingSite, _ extras: ObservationExtras, along route: Route, to receive: Handler<Trigger>,
        beginning: Beginning?)
}

/// Makes all parts of an observable that is named more than once the same one.
private func withOnePartPerOffice(_ parts: [any StartablePart]) -> [any StartablePart] {
    parts.map { part in
        let same = parts.filter { $0.office == part.office }
        return same.first { $0.startsWithLatest } ?? same[0]
    }
}

// The optimizing compiler (6.3) crashes if it has to release the limit in the loop over a type pack. So it must not find out that
// this function could do without owning it.
@_optimize(none)
private func startablePart<O: BufferedMessageSource & Sendable>(
    _ observable: O, _ limit: consuming BufferLimit<O.Message>
) -> any StartablePart {
    Part(observable, limit)
}

/// One observable of a combined observation, which doesn't keep it alive.
///
/// `@unchecked Sendable` because nothing of it changes.
private final class Part<O: BufferedMessageSource & Sendable>: CombinedPart<O.Message>, StartablePart,
    @unchecked Sendable
{

    let startsWithLatest: Bool

    /// Where senders wait for room. They may use the messenger when the observable that has it is dead.
    private let postOffice: PostOffice

    /// What was passed to `observe`. If it only stands for an observable, it may die right after the start.
    private weak var observable: O?

    /// What is actually observed.
    private let origin: WeakBuffered<O.Message>

    /// The messenger of the origin, if it's another object, and so may outlive the origin.
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

    /// If a dead part has no messenger, its farewell is on the way, behind its last words, and ends everything.
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

    /// What a variable or a transform starts with fills the slot. What others may send by themselves when they're observed is
    /// for the handler.
    private func inlet(along route: Route, takesFirst: Bool, _ beginning: Beginning?) -> PartInlet<O.Message> {
        var backlog: PartBacklog?
        if case .office(_, let parts) = route { backlog = PartBacklog(of: self, among: parts) }
        return PartInlet(
            of: self, takesFirst: takesFirst, backlog: backlog, whenWithoutFirst: beginning.map { $0.end })
    }

    /// Pulls what a client's observable has become during the start. If it has sent a message since, that's on its way to the
    /// handler, and what is pulled may be newer. The side would go back then, so it stays what was pulled before the start.
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
            // It's never called, since all messages get to the shared inbox.
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

/// The slots of parts that share an inbox whose messages can be dropped. Each message takes copies of the others along.
private final class SharedSlots: Sendable {

    private let parts: UncheckedSendable<[AnyCombinedPart]>

    /// Held until a message is in the inbox, so that messages have the same order there as in the slots. The lock of a lane is
    /// taken meanwhile, and that of an office or of its fan-out is held.
    private let lock = Protected(())

    init(_ parts: [AnyCombinedPart]) { self.parts = UncheckedSendable(parts) }

    /// Posts a trigger together with the latest messages of the other parts.
    func post(_ trigger: Trigger, _ work: inout DeferredWork, to post: (Trigger, inout DeferredWork) -> Void) {
        lock.withLock { _ in
            let trigger = trigger.withLatest(of: parts.value)
            post(trigger, &work)
            trigger.part.setLatest(to: trigger.message, &work)
            // If the trigger is dropped, the copies may be the last ones when all slots have changed.
            work.release(trigger.all)
        }
    }
}

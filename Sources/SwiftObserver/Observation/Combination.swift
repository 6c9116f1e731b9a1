extension Observer {

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
    ///   - downstream: Where the handler passes messages on to, if it does, and runs in place.
    func combine<each O: BufferedMessageSource & Sendable>(
        _ observables: repeat each O, file: StaticString, line: UInt, limits: (repeat BufferLimit<(each O).Message>),
        on place: (any DeliveryPlace)?,
        buffering: MessageBuffering = .unbounded, missed: (@Sendable (Int) -> Void)? = nil,
        downstream: Downstream? = nil, as handler: CombinedHandler
    ) -> ObservationHandle {
        var partsToStart: [any StartablePart] = []
        for part in repeat Part(each observables, each limits) { partsToStart.append(part) }
        let firstCaller = partsToStart.last { $0.startsWithLatest }
        let beginning = firstCaller.map { Beginning(with: $0.office) }
        let group = ObservationGroup()
        let startPoint = StartPoint((repeat each O).self, file, line)
        let receive = handler.triggered(of: partsToStart, in: group).beginning(beginning)
        let route: Route
        switch (place, buffering) {
        case (let place?, .unbounded): route = .queue(Lane(of: place))
        case (let place?, _):
            let hop = Hop<Trigger>(on: place, buffering, beginning.map { $0.ended(before: missed) } ?? missed)
            let observation = Observation(
                of: CombinedRegistrar(partsToStart), by: self, isObserverMortal: receiver.isMortal(self), group: group,
                hop: hop, handler: receive)
            if Watching.isOn { observation.willStart(at: startPoint) }
            guard group.add(observation), let inbox = observation.inbox else { return ObservationHandle(to: group) }
            route = .inbox(inbox, of: observation)
        case (nil, _):
            let office = PostOffice()
            let observation = Observation(
                of: office, by: self, isObserverMortal: receiver.isMortal(self), receiver: receiver.observations,
                group: group, downstream: downstream, handler: receive)
            if Watching.isOn { observation.willStart(at: startPoint) }
            guard group.add(observation) else { return ObservationHandle(to: group) }
            office.start(observation, ofMessenger: group)
            route = .office(office)
        }

        // The one that causes the first call comes last, so that by then, no change of the others can be missed.
        var startedOffices = firstCaller.map { [$0.office] } ?? []
        for part in partsToStart where !startedOffices.contains(part.office) {
            startedOffices.append(part.office)
            part.start(by: self, group, along: route, to: receive, withLatest: false, file: file, line: line)
        }
        firstCaller?.start(by: self, group, along: route, to: receive, withLatest: true, file: file, line: line)
        return ObservationHandle(to: group)
    }
}

/// How the parts of a combined observation reach the handler.
private enum Route {

    /// Each part has an inbox of its own on the lane.
    case queue(Lane)

    case office(PostOffice)

    /// The parts share the inbox of an observation that belongs to the combination.
    case inbox(AnyInbox, of: Observation<Trigger>)

    /// Parts in place say farewell to the combination's office, behind the messages that are in line there.
    var farewell: (@Sendable () -> Void)? {
        if case .office(let office) = self { { office.close(endingMessagesOf: Trigger.self) } } else { nil }
    }
}

extension Route {

    /// Parts in place pass messages on to the combination's office.
    fileprivate var downstream: Downstream? {
        if case .office(let office) = self {
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

    func start(
        by observer: some Observer, _ group: ObservationGroup, along route: Route, to receive: Handler<Trigger>,
        withLatest: Bool, file: StaticString, line: UInt)

    /// Lets those go on who wait for room in the observable.
    func makeRoom()
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

    /// Who says farewell when it dies, which may be long after the origin. Only asked whether it lives.
    private let originMessenger: UncheckedSendable<WeakReference>

    /// How many messages of this part may wait, if it has an inbox of its own.
    private let limit: BufferLimit<O.Message>

    init(_ observable: O, _ limit: BufferLimit<O.Message>) {
        let standIn = observable as? any StandIn<O.Message>
        postOffice = observable.sourceMessenger.messenger.office
        startsWithLatest = standIn?.startsWithLatest ?? false
        self.observable = observable
        self.limit = limit
        origin = standIn?.weakOrigin ?? WeakBuffered(observable)
        originMessenger = UncheckedSendable(WeakReference(origin.messenger))
        super.init(of: postOffice.identity)
    }

    override var messenger: AnyObject? { origin.messenger }

    /// If this part is dead, its last words may still be on the way. Its farewell is behind them, and will end everything.
    /// There is none as long as the messenger lives on.
    override func latestMessage(orEnd group: ObservationGroup) throws(CannotCombine) -> O.Message {
        if let source = origin.source { return source.latestMessage }
        if originMessenger.value.object != nil { group.end() }
        throw CannotCombine()
    }

    func start(
        by observer: some Observer, _ group: ObservationGroup, along route: Route, to receive: Handler<Trigger>,
        withLatest: Bool, file: StaticString, line: UInt
    ) {
        willLoadWeakReference()
        guard let messenger = withLatest ? observable?.sourceMessenger.messenger : origin.messenger else {
            return group.end()
        }
        messenger.start(
            by: observer, observer.receiver, at: StartPoint(O.self, file, line), group: group, hop: hop(along: route),
            downstream: route.downstream,
            farewell: route.farewell, handler(along: route, to: receive))
    }

    func makeRoom() { postOffice.makeRoom() }

    private func hop(along route: Route) -> Hop<O.Message>? {
        switch route {
        case .queue(let lane): Hop(lane, limit: limit)
        case .office: nil
        case .inbox(let inbox, let observation):
            Hop(sharing: inbox) { [self] message, author in
                observation.postLimited(Trigger(message, from: self), from: author)
            }
        }
    }

    private func handler(along route: Route, to receive: Handler<Trigger>) -> Handler<O.Message> {
        switch (route, receive) {
        case (.office(let office), _):
            .relay { office.send(Trigger($0, from: self), from: $1) }
        case (_, .message(let receive)):
            .message { receive(Trigger($0, from: self)) }
        case (_, .messageWithAuthor(let receive)):
            .messageWithAuthor { receive(Trigger($0, from: self), $1) }
        case (_, .relay(let receive)):
            .relay { receive(Trigger($0, from: self), $1) }
        }
    }
}

/// The beginning of a combined observation that starts with the latest messages: one part causes the first call.
private final class Beginning: Sendable {

    private let office: ObjectIdentifier
    /// No other lock is taken while this one is held.
    private let isOver = Protected(false)

    init(with office: ObjectIdentifier) { self.office = office }

    /// Whether the handler is to be called.
    func admits(_ trigger: Trigger) -> Bool {
        let comesFromFirst = trigger.part.office == office
        return isOver.withLock { isOver in
            if comesFromFirst { isOver = true }
            return isOver
        }
    }

    /// A closure that takes the number of missing messages, and ends the beginning: the first message may be among them.
    func ended(before missed: (@Sendable (Int) -> Void)?) -> @Sendable (Int) -> Void {
        { [self] count in
            isOver.withLock { $0 = true }
            missed?(count)
        }
    }
}

extension Handler {

    /// A handler that ignores what comes before the first message of one part, if there is such a part.
    fileprivate func beginning(_ beginning: Beginning?) -> Self where Message == Trigger {
        guard let beginning else { return self }
        return switch self {
        case .message(let receive): .message { if beginning.admits($0) { receive($0) } }
        case .messageWithAuthor(let receive): .messageWithAuthor { if beginning.admits($0) { receive($0, $1) } }
        case .relay(let receive): .relay { if beginning.admits($0) { receive($0, $1) } }
        }
    }
}

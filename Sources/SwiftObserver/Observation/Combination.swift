import Dispatch

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
    /// - Parameter limits: How many messages of each observable may wait, apart from all others.
    func combine<each O: BufferedMessageSource & Sendable>(
        _ observables: repeat each O, file: StaticString, line: UInt, limits: (repeat BufferLimit<(each O).Message>),
        on queue: DispatchQueue?,
        buffering: MessageBuffering = .unbounded, missed: (@Sendable (Int) -> Void)? = nil,
        as handler: Handler<(repeat (each O).Message)>
    ) -> ObservationHandle {
        let parts = (repeat Part(each observables, each limits))
        var partsToStart: [any AnyPart] = []
        for part in repeat each parts { partsToStart.append(part) }
        let firstCaller = partsToStart.last { $0.startsWithLatest }
        let beginning = firstCaller.map { Beginning(with: $0.office) }
        let group = ObservationGroup()
        let startPoint = StartPoint((repeat each O).self, file, line)
        let pull: @Sendable (Trigger) -> (repeat (each O).Message)? = { trigger in
            do {
                let messages = (repeat try (each parts).message(trigger, orEnd: group))
                // Code of others has just run, and may have ended this observation.
                return group.hasEnded ? nil : messages
            } catch { return nil }
        }
        let receive = handler.triggered(pull).beginning(beginning)
        let route: Route
        switch (queue, buffering) {
        case (let queue?, .unbounded): route = .queue(Lane(of: queue))
        case (let queue?, _):
            let hop = Hop<Trigger>(on: queue, buffering, beginning.map { $0.ended(before: missed) } ?? missed)
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
                group: group, handler: receive)
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

/// A message that triggers the handler of a combined observation.
struct Trigger {

    /// Where the message comes from.
    fileprivate let part: any AnyPart

    fileprivate let message: Any
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

    private let parts: [any AnyPart]

    init(_ parts: [any AnyPart]) { self.parts = parts }

    /// What waits in the shared inbox counts for each of the observables.
    override func makeRoom() { for part in parts { part.makeRoom() } }
}

private protocol AnyPart: AnyObject, Sendable {
    var office: ObjectIdentifier { get }
    var messenger: AnyObject? { get }

    /// Whether it was asked for that the observation starts with the latest message of this part.
    var startsWithLatest: Bool { get }

    func start(
        by observer: some Observer, _ group: ObservationGroup, along route: Route, to receive: Handler<Trigger>,
        withLatest: Bool, file: StaticString, line: UInt)

    /// Lets those go on who wait for room in the observable.
    func makeRoom()
}

/// One observable of a combined observation, which doesn't keep it alive.
private final class Part<O: BufferedMessageSource & Sendable>: AnyPart, Sendable {

    var office: ObjectIdentifier { postOffice.identity }
    let startsWithLatest: Bool

    /// Where senders wait for room. They may use the messenger when the observable that has it is dead.
    private let postOffice: PostOffice

    /// What was passed to `observe`. If it only stands for an observable, it may die right after the start.
    private weak let observable: O?

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
    }

    var messenger: AnyObject? { origin.messenger }

    /// The message that triggered the handler if it comes from this part, otherwise the latest message of this part.
    ///
    /// If this part is dead, its last words may still be on the way. Its farewell is behind them, and will end everything.
    /// There is none as long as the messenger lives on.
    func message(_ trigger: Trigger, orEnd group: ObservationGroup) throws -> O.Message {
        if trigger.part.office == office, let message = trigger.message as? O.Message { return message }
        if let message = origin.latestMessage { return message }
        if originMessenger.value.object != nil { group.end() }
        throw PartIsDead()
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
                observation.postLimited(Trigger(part: self, message: message), from: author)
            }
        }
    }

    private func handler(along route: Route, to receive: Handler<Trigger>) -> Handler<O.Message> {
        switch (route, receive) {
        case (.office(let office), _):
            .relay { office.send(Trigger(part: self, message: $0), from: $1) }
        case (_, .message(let receive)):
            .message { receive(Trigger(part: self, message: $0)) }
        case (_, .messageWithAuthor(let receive)):
            .messageWithAuthor { receive(Trigger(part: self, message: $0), $1) }
        case (_, .relay(let receive)):
            .relay { receive(Trigger(part: self, message: $0), $1) }
        }
    }
}

private struct PartIsDead: Error {}

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

    /// A handler whose closure takes several messages.
    static func spreading<each M>(_ receive: @escaping @Sendable (repeat each M) -> Void) -> Self
    where Message == (repeat each M) {
        .message(taking(receive))
    }

    /// A handler whose closure takes several messages and an author.
    static func spreadingWithAuthor<each M>(_ receive: @escaping @Sendable (repeat each M, AnyObject) -> Void) -> Self
    where Message == (repeat each M) {
        let receive: @Sendable ((repeat each M, AnyObject)) -> Void = taking(receive)
        return .messageWithAuthor { (messages: (repeat each M), author) in receive((repeat each messages, author)) }
    }

    /// Makes a closure that takes several values take them as one. The compiler wants a pack to be all there is.
    private static func taking<each M>(_ receive: @escaping @Sendable (repeat each M) -> Void)
        -> @Sendable ((repeat each M)) -> Void
    {
        { (messages: (repeat each M)) in receive(repeat each messages) }
    }

    /// A handler that ignores what comes before the first message of one part, if there is such a part.
    fileprivate func beginning(_ beginning: Beginning?) -> Self where Message == Trigger {
        guard let beginning else { return self }
        return switch self {
        case .message(let receive): .message { if beginning.admits($0) { receive($0) } }
        case .messageWithAuthor(let receive): .messageWithAuthor { if beginning.admits($0) { receive($0, $1) } }
        case .relay(let receive): .relay { if beginning.admits($0) { receive($0, $1) } }
        }
    }

    /// A handler that pulls its message when it's triggered, and passes over it if that fails.
    fileprivate func triggered(
        _ pull: @escaping @Sendable (Trigger) -> Message?
    ) -> Handler<Trigger> {
        switch self {
        case .message(let receive):
            .message { if let message = pull($0) { receive(message) } }
        case .messageWithAuthor(let receive):
            .relay { trigger, author in
                guard let message = pull(trigger) else { return }
                receive(message, livingAuthor(author, orElse: trigger.part.messenger))
            }
        case .relay(let receive):
            .relay { if let message = pull($0) { receive(message, $1) } }
        }
    }
}

import StressSupport
import SwiftObserver

/// An observable of any type, and the fuzzer's checks of its observations.
class FuzzSubject: @unchecked Sendable {

    /// A number that no other observable of the round has.
    let number: Int

    /// A rank above that of its origins, so that no observable is its own origin.
    let rank: Int

    let rules: HandlerRules

    private let checks = Guarded<[ObservationCheck]>([])

    init(_ number: Int, rank: Int, _ rules: HandlerRules) {
        self.number = number
        self.rank = rank
        self.rules = rules
    }

    func note(_ check: ObservationCheck) {
        checks.withLock {
            if $0.count > 200 { $0.removeFirst(100) }
            $0.append(check)
        }
    }

    /// Performs an action that ends all observations, and notes that these are over.
    func end(_ end: () -> Void) {
        var ended: [ObservationCheck] = []
        checks.withLock { swap(&$0, &ended) }
        end()
        for check in ended { check.end() }
    }

    func start(_ kind: ObservationKind, by observer: FuzzObserver, _ context: inout OperationContext) throws {}
    func stopBeingObserved() {}
    func stopBeingObserved(by observer: FuzzObserver) {}
    func stop(_ observer: FuzzObserver) {}
    func isObserved(by observer: FuzzObserver) -> Bool { false }
    func loop(_ policy: MessageBuffering, withAuthors: Bool, _ context: inout OperationContext) {}
    func loopWithGaps(_ policy: MessageBuffering, _ context: inout OperationContext) {}

    /// The number of waiting messages.
    var backlog: Int { 0 }

    /// Blocks the thread until there's room.
    func waitForRoom(below limit: Int, within duration: Duration) -> Bool { true }

    /// Lets a task wait for room.
    func awaitRoom(below limit: Int, _ context: inout OperationContext) {}
}

/// Anything of one type that can be observed.
///
/// `@unchecked Sendable` because the source is sendable, and all other properties are constant.
class FuzzSource<O: MessageSource & Sendable>: FuzzSubject, @unchecked Sendable where O.Message: ParcelContainer {

    let observable: O

    /// Replaces the origin, if the observable supports that.
    let replaceOrigin: (@Sendable (FuzzSubject, _ startingWithLatest: Bool) -> Void)?

    /// An object that dies together with this one.
    private let owner: AnyObject?

    init(
        _ observable: O, _ number: Int, rank: Int = 0, _ rules: HandlerRules, owner: AnyObject? = nil,
        replaceOrigin: (@Sendable (FuzzSubject, Bool) -> Void)? = nil
    ) {
        self.observable = observable
        self.owner = owner
        self.replaceOrigin = replaceOrigin
        super.init(number, rank: rank, rules)
    }

    override func stop(_ observer: FuzzObserver) { observer.end(of: number) { observer.stopObserving(observable) } }
    override func isObserved(by observer: FuzzObserver) -> Bool { observer.isObserving(observable) }

    override func start(_ kind: ObservationKind, by observer: FuzzObserver, _ context: inout OperationContext) throws {
        let mortalObserver = kind.isFree ? nil : observer
        let handler = context.handler(of: self, by: mortalObserver, kind.rules)
        if let handle = try start(kind, by: observer, handler, &context) {
            context.world.handles.put(FuzzHandle(handle, handler.check), &context.random)
        }
        mortalObserver?.note(handler.check)
        note(handler.check)
    }

    private func start(
        _ kind: ObservationKind, by observer: FuzzObserver, _ handler: HandlerCapture, _ context: inout OperationContext
    ) throws -> ObservationHandle? {
        switch kind {
        case .plain: return observer.observe(observable) { handler.hear($0) }
        case .withAuthor: return observer.observe(observable) { handler.hear($0, from: $1) }
        case .onQueue: return observer.observe(observable, on: context.queue()) { handler.hear($0) }
        case .onQueueWithAuthor: return observer.observe(observable, on: context.queue()) { handler.hear($0, from: $1) }
        case .onActor: return observer.observe(observable, on: try context.actor()) { handler.hear($1) }
        case .onActorWithAuthor:
            return observer.observe(observable, on: try context.actor()) { handler.hear($1, from: $2) }
        case .free: return observe(observable) { handler.hear($0) }
        case .freeWithAuthor: return observable.observed { handler.hear($0, from: $1) }
        case .freeOnQueue: return observable.observed().on(context.queue()).receive { handler.hear($0) }
        case .freeOnActor:
            return observable.observed().on(try context.actor()).receive { handler.hear($1) }
        case .once:
            observeOnce(observable) { handler.hear($0) }
            return nil
        case .onceOnQueue:
            observable.observed().on(context.queue()).once().withAuthor().receive { handler.hear($0, from: $1) }
            return nil
        case .chain:
            let map = context.closure(), filter = context.closure()
            return observer.observe(observable).map { map.pass($0) }.filter { filter.admits($0) }.receive {
                handler.hear($0)
            }
        case .chainOnQueue:
            let map = context.closure(), author = try context.author()
            return observer.observe(observable).on(context.queue()).notFrom(author).map { map.pass($0) }.withAuthor()
                .receive { handler.hear($0, from: $1) }
        case .boundedOnQueue:
            return bounded(observer.observe(observable), handler, &context).receive { handler.hear($0) }
        case .boundedOnQueueWithAuthor:
            return bounded(observer.observe(observable), handler, &context).withAuthor()
                .receive { handler.hear($0, from: $1) }
        case .boundedOnActor:
            return observer.observe(observable).on(try context.actor()).buffering(context.policy())
                .missed { handler.miss($1) }.receive { handler.hear($1) }
        case .boundedFree:
            return bounded(observable.observed(), handler, &context).receive { handler.hear($0) }
        case .boundedChain:
            let map = context.closure(), filter = context.closure()
            return bounded(observer.observe(observable), handler, &context)
                .filter { filter.admits($0) }.map { map.pass($0) }.receive { handler.hear($0) }
        case .batchesOnQueue:
            return bounded(observer.observe(observable), handler, &context)
                .batches(upTo: 1 + context.random.below(5)).receive { handler.hear(batch: $0) }
        case .batchesOnActor:
            return observer.observe(observable).on(try context.actor()).buffering(context.policy())
                .missed { handler.miss($1) }.batches(upTo: 1 + context.random.below(5))
                .receive { handler.hear(batch: $1) }
        case .batchesFree:
            return bounded(observable.observed(), handler, &context)
                .batches(upTo: 1 + context.random.below(5)).receive { handler.hear(batch: $0) }
        case .chainFree:
            let map = context.closure(), filter = context.closure()
            return observable.observed().filterAuthor { _ in true }.map { .some(map.pass($0)) }.unwrap()
                .filter { filter.admits($0) }.receive { handler.hear($0) }
        }
    }

    /// Runs the handler on a queue with a limit. Not every handler gets reports of missed messages.
    private func bounded(
        _ observing: Observing<O.Message, ObservingForm.Plain, ObservingStage.InPlace>, _ handler: HandlerCapture,
        _ context: inout OperationContext
    ) -> Observing<O.Message, ObservingForm.Plain, ObservingStage.Limited> {
        let limited = observing.on(context.queue()).buffering(context.policy())
        return if let missed = context.missed(handler) { limited.missed(missed) } else { limited }
    }

    override func loop(_ policy: MessageBuffering, withAuthors: Bool, _ context: inout OperationContext) {
        let handler = context.handler(of: self, by: nil, .mayEndInside), limit = context.random.below(20)
        if withAuthors {
            context.loop(observable.messagesWithAuthors(buffering: policy), limit) {
                handler.hear($0.message, from: $0.author)
            }
        } else {
            context.loop(observable.messages(buffering: policy), limit) { handler.hear($0) }
        }
    }

    override func loopWithGaps(_ policy: MessageBuffering, _ context: inout OperationContext) {
        let handler = context.handler(of: self, by: nil, [.mayEndInside, .hasGaps]), limit = context.random.below(20)
        context.loop(observable.messagesAndGaps(buffering: policy), limit) { next in
            switch next {
            case .message(let message): handler.hear(message)
            case .gap(let missed): handler.miss(missed)
            }
        }
    }
}

/// An observable of one type.
final class FuzzSubjectOf<O: Observable & Sendable>: FuzzSource<O>, @unchecked Sendable
where O.Message: ParcelContainer {

    override func stopBeingObserved() { end { observable.stopBeingObserved() } }
    override func stopBeingObserved(by observer: FuzzObserver) {
        observer.end(of: number) { observable.stopBeingObserved(by: observer) }
    }

    override var backlog: Int { observable.backlog }

    override func waitForRoom(below limit: Int, within duration: Duration) -> Bool {
        observable.waitForRoom(below: limit, within: duration)
    }

    override func awaitRoom(below limit: Int, _ context: inout OperationContext) {
        let closure = ClosureCapture(.task, &context)
        context.run(
            Task.detached { [observable, findings = context.world.findings] in
                let isCancelled = Task.isCancelled
                if await observable.room(below: limit), isCancelled {
                    findings.report("cancelled: a task that was already cancelled got room")
                }
                withExtendedLifetime(closure) {}
            })
    }
}

extension ObservationCheck {

    /// Lets both sides of an observation note this check of it.
    func beNoted(by observer: FuzzObserver, _ subjects: FuzzSubject...) {
        observer.note(self)
        for subject in subjects { subject.note(self) }
    }
}

import StressSupport
import SwiftObserver

/// An observable, of whatever type, and what the fuzzer knows about it.
class FuzzSubject: @unchecked Sendable {

    /// Identifies the observable among all of one round.
    let number: Int

    /// Greater than that of its origins, so that no observable is its own origin.
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

    /// Does something that ends all observations, and remembers that these are over.
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

    /// How many messages wait.
    var backlog: Int { 0 }

    /// Blocks the thread.
    func waitForRoom(below limit: Int, within duration: Duration) -> Bool { true }

    /// Lets a task wait.
    func awaitRoom(below limit: Int, _ context: inout OperationContext) {}
}

/// An observable of one type.
///
/// `@unchecked Sendable` because the observable is, and what else there is never changes.
final class FuzzSubjectOf<O: Observable & Sendable>: FuzzSubject, @unchecked Sendable where O.Message: ParcelContainer {

    let observable: O

    /// Exchanges the origin, if the observable has one that was made for that.
    let replaceOrigin: (@Sendable (FuzzSubject, _ startingWithLatest: Bool) -> Void)?

    /// Who dies together with this.
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

    override func stopBeingObserved() { end { observable.stopBeingObserved() } }
    override func stopBeingObserved(by observer: FuzzObserver) {
        observer.end(of: number) { observable.stopBeingObserved(by: observer) }
    }
    override func stop(_ observer: FuzzObserver) { observer.end(of: number) { observer.stopObserving(observable) } }
    override func isObserved(by observer: FuzzObserver) -> Bool { observer.isObserving(observable) }

    override func start(_ kind: ObservationKind, by observer: FuzzObserver, _ context: inout OperationContext) throws {
        let mortalObserver = kind.isFree ? nil : observer
        let handler = context.handler(of: self, by: mortalObserver, kind.rules)
        try start(kind, by: observer, handler, &context)
        mortalObserver?.note(handler.check)
        note(handler.check)
    }

    private func start(
        _ kind: ObservationKind, by observer: FuzzObserver, _ handler: HandlerCapture, _ context: inout OperationContext
    ) throws {
        switch kind {
        case .plain: observer.observe(observable) { handler.hear($0) }
        case .withAuthor: observer.observe(observable) { handler.hear($0, from: $1) }
        case .onQueue: observer.observe(observable, on: context.queue()) { handler.hear($0) }
        case .onQueueWithAuthor: observer.observe(observable, on: context.queue()) { handler.hear($0, from: $1) }
        case .onActor: observer.observe(observable, on: try context.actor()) { handler.hear($1) }
        case .onActorWithAuthor: observer.observe(observable, on: try context.actor()) { handler.hear($1, from: $2) }
        case .free: observe(observable) { handler.hear($0) }
        case .freeWithAuthor: observable.observed { handler.hear($0, from: $1) }
        case .freeOnQueue: observable.observed(on: context.queue()) { handler.hear($0) }
        case .freeOnActor: observable.observed(on: try context.actor()) { handler.hear($1) }
        case .once: observeOnce(observable) { handler.hear($0) }
        case .onceOnQueue: observable.observedOnce(on: context.queue()) { handler.hear($0, from: $1) }
        case .adHoc:
            let map = context.closure(), filter = context.closure()
            observer.observe(observable).map { map.pass($0) }.filter { filter.admits($0) }.receive { handler.hear($0) }
        case .adHocOnQueue:
            let map = context.closure(), author = try context.author()
            observer.observe(observable, on: context.queue()).notFrom(author).map { map.pass($0) }.receive {
                handler.hear($0, from: $1)
            }
        case .boundedOnQueue:
            observer.observe(
                observable, on: context.queue(), buffering: context.policy(), missed: context.missed(handler)
            ) { handler.hear($0) }
        case .boundedOnQueueWithAuthor:
            observer.observe(
                observable, on: context.queue(), buffering: context.policy(), missed: context.missed(handler)
            ) { handler.hear($0, from: $1) }
        case .boundedOnActor:
            let actor = try context.actor(), policy = context.policy()
            observer.observe(observable, on: actor, buffering: policy) { _, count in
                handler.miss(count)
            } receive: { _, message in
                handler.hear(message)
            }
        case .boundedFree:
            observable.observed(on: context.queue(), buffering: context.policy(), missed: context.missed(handler)) {
                handler.hear($0)
            }
        case .boundedAdHoc:
            let map = context.closure(), filter = context.closure()
            observer.observe(
                observable, on: context.queue(), buffering: context.policy(), missed: context.missed(handler)
            ).filter { filter.admits($0) }.map { map.pass($0) }.receive { handler.hear($0) }
        case .batchesOnQueue:
            observer.observe(
                batchesOf: observable, on: context.queue(), upTo: 1 + context.random.below(5),
                buffering: context.policy(), missed: context.missed(handler)
            ) { handler.hear(batch: $0) }
        case .batchesOnActor:
            let actor = try context.actor(), policy = context.policy()
            observer.observe(batchesOf: observable, on: actor, upTo: 1 + context.random.below(5), buffering: policy) {
                _, count in
                handler.miss(count)
            } receive: { _, batch in
                handler.hear(batch: batch)
            }
        case .batchesFree:
            observable.observedInBatches(
                on: context.queue(), upTo: 1 + context.random.below(5), buffering: context.policy(),
                missed: context.missed(handler)
            ) { handler.hear(batch: $0) }
        case .adHocFree:
            let map = context.closure(), filter = context.closure()
            observable.observed().filterAuthor { _ in true }.map { .some(map.pass($0)) }.unwrap()
                .filter { filter.admits($0) }.receive { handler.hear($0) }
        }
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

    override var backlog: Int { observable.backlog }

    override func waitForRoom(below limit: Int, within duration: Duration) -> Bool {
        observable.waitForRoom(below: limit, within: duration)
    }

    override func awaitRoom(below limit: Int, _ context: inout OperationContext) {
        let closure = ClosureCapture(.task, &context)
        context.run(
            Task.detached { [observable] in
                await observable.room(below: limit)
                withExtendedLifetime(closure) {}
            })
    }
}

import Dispatch
import StressSupport
import SwiftObserver

/// The parameters and tools of an operation.
struct OperationContext {

    let world: FuzzWorld
    let stack: OperationStack
    let generation: Int
    let operation: Int

    /// `true` if the thread performs no other operation, so that this one may wait.
    let mayWait: Bool

    var random: SplitMix64

    /// The error that an operation finds no object of the kind that it needs.
    struct Missing: Error {}

    // MARK: - Pick

    mutating func messenger() throws -> FuzzWorld.FuzzMessenger { try found(world.messengers.pick(&random)) }
    mutating func variable() throws -> FuzzWorld.FuzzVariable { try found(world.variables.pick(&random)) }
    mutating func pair() throws -> FuzzWorld.FuzzPair { try found(world.pairs.pick(&random)) }
    mutating func buffer() throws -> FuzzWorld.FuzzBuffer { try found(world.buffers.pick(&random)) }
    mutating func standIn() throws -> FuzzWorld.FuzzStandIn { try found(world.standIns.pick(&random)) }
    mutating func derived() throws -> FuzzWorld.FuzzDerived { try found(world.derived.pick(&random)) }
    mutating func value() throws -> FuzzWorld.FuzzValue { try found(world.values.pick(&random)) }
    mutating func promise() throws -> FuzzWorld.FuzzPromise { try found(world.promises.pick(&random)) }
    mutating func observer() throws -> FuzzObserver { try found(world.observers.pick(&random)) }
    mutating func handle() throws -> FuzzHandle { try found(world.handles.pick(&random)) }
    mutating func actor() throws -> FuzzActor { try found(world.actors.pick(&random)) }
    mutating func queue() -> DispatchQueue { world.queues[random.below(world.queues.count)] }
    mutating func serialQueue() -> DispatchQueue { world.queues[random.below(2)] }

    /// Picks any observable.
    mutating func subject() throws -> FuzzSubject {
        switch random.below(14) {
        case 0...1: try variable()
        case 2: try pair()
        case 3: try buffer()
        case 4: try standIn()
        case 5: try value()
        case 6: try promise()
        case 7...8: try derived()
        default: try messenger()
        }
    }

    /// Picks any object as an author.
    mutating func author() throws -> AnyObject {
        switch random.below(4) {
        case 0: try observer()
        case 1: try messenger().observable
        case 2: world.authors.pick(&random) ?? ClosureCapture(.author, &self)
        default: ClosureCapture(.author, &self)
        }
    }

    /// Picks any object to retain, on rare occasions.
    mutating func cargo() -> AnyObject? {
        guard random.oneIn(12) else { return nil }
        return random.oneIn(3) ? try? observer() : try? subject()
    }

    private func found<Item>(_ item: Item?) throws -> Item {
        guard let item else { throw Missing() }
        return item
    }

    /// Picks any policy.
    mutating func policy() -> MessageBuffering {
        let limit = 1 + random.below(4)
        return switch random.below(7) {
        case 0: .unbounded
        case 1...2: .newest(limit)
        case 3...4: .oldest(limit)
        default: .upTo(2 * limit)
        }
    }

    /// Makes a closure for the losses of an observation, sometimes.
    mutating func missed(_ handler: HandlerCapture) -> (@Sendable (Int) -> Void)? {
        if random.oneIn(3) { return nil }
        return { handler.miss($0) }
    }

    // MARK: - Make

    mutating func parcel(for subject: FuzzSubject) -> Parcel {
        Parcel(for: subject.number, &self, isValue: subject.rules.contains(.chain))
    }
    mutating func parcel() -> Parcel { Parcel(for: FuzzStamp.anySource, &self) }
    mutating func closure() -> ClosureCapture { ClosureCapture(.closure, &self) }

    /// Makes an object that a handler captures.
    mutating func handler(of subject: FuzzSubject?, by observer: FuzzObserver?, _ rules: HandlerRules) -> HandlerCapture
    {
        var rules = (subject?.rules ?? []).union(rules)
        if !rules.isDisjoint(with: [.mayEndInside, .hasGaps]) { rules.remove(.chain) }
        return HandlerCapture(
            ObservationCheck(of: subject?.number ?? FuzzStamp.anySource, rules, by: observer?.life, self), &self)
    }

    /// Makes an object that the handler of a combined observation captures.
    mutating func handler(of parts: FuzzSubject..., by observer: FuzzObserver) -> HandlerCapture {
        HandlerCapture(ObservationCheck(of: parts[0].number, [], by: observer.life, self), &self)
    }

    // MARK: - Do

    mutating func start(_ kind: ObservationKind, _ subject: FuzzSubject, by observer: FuzzObserver) throws {
        try subject.start(kind, by: observer, &self)
    }

    mutating func send(_ subject: FuzzWorld.FuzzMessenger, from author: AnyObject? = nil) throws {
        if let author {
            subject.observable.send(parcel(for: subject), from: author)
        } else {
            subject.observable.send(parcel(for: subject))
        }
    }

    /// Starts a loop. It ends with its observable, at the limit, or when it's cancelled in the end.
    mutating func loop<M: Sendable>(_ messages: Messages<M>, _ limit: Int, _ hear: @escaping @Sendable (M) -> Void) {
        let closure = ClosureCapture(.task, &self)
        let task = Task.detached {
            var count = 0
            for await message in messages {
                hear(message)
                count += 1
                if count > limit { break }
            }
            withExtendedLifetime(closure) {}
        }
        run(task)
    }

    /// Remembers a task and sometimes cancels another one.
    mutating func run(_ task: Task<Void, Never>) {
        let choice = random.below(3)
        let seed = random.next()
        let other = world.tasks.withLock { tasks in
            tasks.append(task)
            return choice == 0 ? tasks[Int(seed % UInt64(tasks.count))] : nil
        }
        other?.cancel()
    }
}

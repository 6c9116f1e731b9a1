import Dispatch
import StressSupport
import SwiftObserver

/// What an operation has at its disposal.
struct Now {

    let world: World
    let trail: Trail
    let generation: Int
    let operation: Int
    var random: SplitMix64

    /// There's no object of the kind that an operation needs.
    struct Missing: Error {}

    // MARK: - Pick

    mutating func mail() throws -> World.MailSpot { try found(world.mails.pick(&random)) }
    mutating func variable() throws -> World.VariableSpot { try found(world.variables.pick(&random)) }
    mutating func pair() throws -> World.PairSpot { try found(world.pairs.pick(&random)) }
    mutating func buffer() throws -> World.BufferSpot { try found(world.buffers.pick(&random)) }
    mutating func standIn() throws -> World.StandInSpot { try found(world.standIns.pick(&random)) }
    mutating func value() throws -> World.ValueSpot { try found(world.values.pick(&random)) }
    mutating func promise() throws -> World.PromiseSpot { try found(world.promises.pick(&random)) }
    mutating func dog() throws -> Dog { try found(world.dogs.pick(&random)) }
    mutating func kennel() throws -> Kennel { try found(world.kennels.pick(&random)) }
    mutating func queue() -> DispatchQueue { world.queues[random.below(world.queues.count)] }
    mutating func serialQueue() -> DispatchQueue { world.queues[random.below(2)] }

    /// Any observable.
    mutating func spot() throws -> Spot {
        switch random.below(12) {
        case 0...1: try variable()
        case 2: try pair()
        case 3: try buffer()
        case 4: try standIn()
        case 5: try value()
        case 6: try promise()
        default: try mail()
        }
    }

    /// Any object to send in the name of.
    mutating func author() throws -> AnyObject {
        switch random.below(4) {
        case 0: try dog()
        case 1: try mail().observable
        case 2: world.authors.pick(&random) ?? Touch(.author, &self)
        default: Touch(.author, &self)
        }
    }

    /// Rarely, any object to hold on to.
    mutating func cargo() -> AnyObject? {
        guard random.oneIn(12) else { return nil }
        return random.oneIn(3) ? try? dog() : try? spot()
    }

    private func found<Item>(_ item: Item?) throws -> Item {
        guard let item else { throw Missing() }
        return item
    }

    // MARK: - Make

    mutating func parcel(for spot: Spot) -> Parcel {
        Parcel(for: spot.number, &self, isValue: spot.rules.contains(.chain))
    }
    mutating func parcel() -> Parcel { Parcel(for: Stamp.anySource, &self) }
    mutating func touch() -> Touch { Touch(.closure, &self) }

    /// Something for a handler to hold on to.
    mutating func ear(of spot: Spot?, by dog: Dog?, _ rules: Rules) -> Ear {
        var rules = (spot?.rules ?? []).union(rules)
        if rules.contains(.mayEndInside) { rules.remove(.chain) }
        return Ear(Heard(of: spot?.number ?? Stamp.anySource, rules, by: dog?.life, self), &self)
    }

    /// Something for the handler of a combined observation to hold on to.
    mutating func ear(of parts: Spot..., by dog: Dog) -> Ear {
        Ear(Heard(of: parts[0].number, [], by: dog.life, self), &self)
    }

    // MARK: - Do

    mutating func start(_ way: Way, _ spot: Spot, by dog: Dog) throws { try spot.start(way, by: dog, &self) }

    mutating func send(_ spot: World.MailSpot, from author: AnyObject? = nil) throws {
        if let author {
            spot.observable.send(parcel(for: spot), from: author)
        } else {
            spot.observable.send(parcel(for: spot))
        }
    }

    /// Starts a loop, which ends with its observable, after so many messages, or when it's cancelled in the end.
    mutating func loop<M: Sendable>(_ messages: Messages<M>, _ limit: Int, _ hear: @escaping @Sendable (M) -> Void) {
        let touch = Touch(.task, &self)
        let task = Task.detached {
            var count = 0
            for await message in messages {
                hear(message)
                count += 1
                if count > limit { break }
            }
            withExtendedLifetime(touch) {}
        }
        run(task)
    }

    /// Remembers a task and, sometimes, cancels another one.
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

import SwiftObserver
import Synchronization

/// All clients that get events. Who is behind for too long is cut off.
final class Subscribers: Sendable {

    /// No more are let in, so that connections are left for those who look what is wrong. One thread serves all, so if nearly
    /// as many never read while lines come fast, who looks has to wait until they're cut off.
    static let limit = 1_500

    let count = Var(0, named: "subscribers")

    /// How many were cut off because they were too slow.
    let cutOff = Var(0, named: "cut off")

    /// How many were stopped by hand.
    let stopped = Var(0, named: "stopped")

    private let events: Messenger<Event>
    let patience: Duration

    /// How many endings are remembered.
    static let endingsLimit = 5

    private struct State {
        var subscribers: [Connection: Subscriber] = [:]
        var endings: [Ending] = []
        var latestNumber = 0
        var stoppedIDs: Set<String> = []
        var isClosed = false
    }

    private let state = Mutex(State())

    init(to events: Messenger<Event>, patience: Duration) { (self.events, self.patience) = (events, patience) }

    /// Adds a client, unless there are too many, or it's closed.
    ///
    /// - Parameter id: The id of the subscriber that the client was before, if it comes again.
    func add(_ connection: Connection, after id: String? = nil) -> Subscriber? {
        let subscriber = state.withLock { state -> Subscriber? in
            if state.isClosed || state.subscribers.count >= Self.limit { return nil }
            state.latestNumber += 1
            let subscriber = Subscriber(state.latestNumber, connection)
            state.subscribers[connection] = subscriber
            if let index = state.endings.firstIndex(where: { Event.id(of: $0.subscriber) == id }) {
                state.endings[index].successor = subscriber.number
            }
            return subscriber
        }
        if subscriber != nil { count += 1 }
        return subscriber
    }

    /// Lets a client have what comes from now on. It's called when its answer has begun.
    func begin(_ subscriber: Subscriber) { subscriber.subscribe(to: events) }

    /// The connection of a client is gone.
    func remove(_ connection: Connection) {
        guard let subscriber = state.withLock({ $0.subscribers.removeValue(forKey: connection) }) else { return }
        subscriber.forget()
        count -= 1
    }

    /// Ends one client, since someone asks for it. Tells whether there was one of that number.
    func stop(_ number: Int) -> Bool {
        guard let subscriber = all.first(where: { $0.number == number }) else { return false }
        // Its client stays away from now on, also if it's cut off at this moment.
        state.withLock { _ = $0.stoppedIDs.insert(Event.id(of: number)) }
        guard let ending = end(subscriber, because: .stopped) else { return false }
        note("Subscriber \(number) was stopped by hand. It missed \(ending.missed) messages.")
        stopped += 1
        return true
    }

    /// Whether a client with this id was stopped by hand. It must not come again.
    func wasStopped(_ id: String) -> Bool { state.withLock { $0.stoppedIDs.contains(id) } }

    /// Cuts off who is behind for too long. Someone has to call this now and then.
    func cutOffSlowOnes() {
        let now = ContinuousClock.now
        for subscriber in all {
            guard let since = subscriber.place.waitingSince, now - since > patience else { continue }
            guard let ending = end(subscriber, because: .cutOff) else { continue }
            let seconds = Int(ending.secondsBehind.rounded())
            note(
                "Subscriber \(subscriber.number) is cut off, since it was behind for \(seconds) s. "
                    + "It missed \(ending.missed) messages.")
            cutOff += 1
        }
    }

    /// Ends one, and remembers that. It's `nil` if that was ending already.
    private func end(_ subscriber: Subscriber, because reason: Ending.Reason) -> Ending? {
        let ending = Ending(of: subscriber, because: reason)
        guard subscriber.end(isAbrupt: true) else { return nil }
        state.withLock { state in
            state.endings.append(ending)
            if state.endings.count > Self.endingsLimit { state.endings.removeFirst() }
        }
        return ending
    }

    /// The latest ends of subscribers that didn't go by themselves, the latest last.
    var endings: [Ending] { state.withLock { $0.endings } }

    /// For how many seconds subscribers have been behind, by their name. Those aren't among them that have just begun to be.
    var secondsBehind: [String: Double] {
        var seconds: [String: Double] = [:]
        for subscriber in all {
            guard let behind = subscriber.secondsBehind, behind > 1 else { continue }
            seconds[subscriber.name] = behind
        }
        return seconds
    }

    /// Ends all, and lets nobody in any more.
    func close() {
        state.withLock { $0.isClosed = true }
        for subscriber in all { subscriber.end(isAbrupt: false) }
    }

    private var all: [Subscriber] { state.withLock { Array($0.subscribers.values) } }
}

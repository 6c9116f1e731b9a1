import SwiftObserver
import Synchronization

/// All clients that get events. It cuts off clients that are behind for too long.
final class Subscribers: Sendable {

    /// The number of subscribers that are accepted.
    ///
    /// The limit leaves connections for users who look for a problem. One thread serves all
    /// connections. If nearly as many subscribers never read while lines arrive fast, such a user
    /// has to wait until the subscribers are cut off.
    static let limit = 1_500

    let count = Var(0, named: "subscribers")

    /// The number of subscribers that were cut off because they were too slow.
    let cutOff = Var(0, named: "cut off")

    /// The number of subscribers that were stopped by hand.
    let stopped = Var(0, named: "stopped")

    private let events: Messenger<Event>
    let patience: Duration

    /// The number of ends that are kept.
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

    /// Adds a client, unless there are too many, or `close` was called.
    ///
    /// - Parameter id: The id that the client had as a subscriber before, if it connects again.
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

    /// Sends a client all events from now on. It's called when its answer has begun.
    func begin(_ subscriber: Subscriber) { subscriber.subscribe(to: events) }

    /// Removes a client whose connection is gone.
    func remove(_ connection: Connection) {
        guard let subscriber = state.withLock({ $0.subscribers.removeValue(forKey: connection) }) else { return }
        subscriber.forget()
        count -= 1
    }

    /// Ends one client on request. Returns `true` if there was a client with that number.
    func stop(_ number: Int) -> Bool {
        guard let subscriber = all.first(where: { $0.number == number }) else { return false }
        // From now on, its client stays away, even if it's cut off at this moment.
        state.withLock { _ = $0.stoppedIDs.insert(Event.id(of: number)) }
        guard let ending = end(subscriber, because: .stopped) else { return false }
        note("Subscriber \(number) was stopped by hand. It missed \(ending.missed) messages.")
        stopped += 1
        return true
    }

    /// `true` if a client with this id was stopped by hand. It must not connect again.
    func wasStopped(_ id: String) -> Bool { state.withLock { $0.stoppedIDs.contains(id) } }

    /// Cuts off the clients that are behind for too long. Call this periodically.
    func cutOffSlowOnes() {
        let now = ContinuousClock.now
        for subscriber in all {
            guard let since = subscriber.place.waitingSince, now - since > patience else { continue }
            guard let ending = end(subscriber, because: .cutOff) else { continue }
            let seconds = Int(ending.secondsBehind.rounded())
            note(
                "Subscriber \(subscriber.number) is cut off, because it lagged behind for \(seconds) s. "
                    + "It missed \(ending.missed) messages.")
            cutOff += 1
        }
    }

    /// Ends one client, and records that. Returns `nil` if it was already ending.
    private func end(_ subscriber: Subscriber, because reason: Ending.Reason) -> Ending? {
        let ending = Ending(of: subscriber, because: reason)
        guard subscriber.end(isAbrupt: true) else { return nil }
        state.withLock { state in
            state.endings.append(ending)
            if state.endings.count > Self.endingsLimit { state.endings.removeFirst() }
        }
        return ending
    }

    /// The most recent ends of subscribers that didn't leave by themselves, latest last.
    var endings: [Ending] { state.withLock { $0.endings } }

    /// The number of seconds for which subscribers have been behind, by name.
    ///
    /// Subscribers that are behind for a second or less aren't contained.
    var secondsBehind: [String: Double] {
        var seconds: [String: Double] = [:]
        for subscriber in all {
            guard let behind = subscriber.secondsBehind, behind > 1 else { continue }
            seconds[subscriber.name] = behind
        }
        return seconds
    }

    /// Ends all clients, and accepts no more.
    func close() {
        state.withLock { $0.isClosed = true }
        for subscriber in all { subscriber.end(isAbrupt: false) }
    }

    private var all: [Subscriber] { state.withLock { Array($0.subscribers.values) } }
}

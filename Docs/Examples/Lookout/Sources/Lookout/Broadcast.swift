import Dispatch
import SwiftObserver

/// Makes events of rows and counters, on a queue of its own, so that no follower waits for subscribers.
final class Broadcast: Observer, Sendable {

    let receiver = Receiver(named: "broadcast")

    /// It has the same name, so that one sees in a graph that one leads to the other.
    let events = Messenger<Event>(named: "broadcast")

    private let queue = DispatchQueue(label: "broadcast")

    /// If rows come faster than they can be sent to all, the oldest are dropped, and subscribers are told how many.
    func pass(
        on rows: some MessageSource<Row>, _ machine: some MessageSource<Update<Machine>>,
        atLeast level: @escaping @Sendable () -> Level
    ) {
        observe(rows).on(queue)
            .buffering(.newest(1_500)).missed { [unowned self] in events.send(.missed($0)) }
            .receive { [unowned self] row in if row.level >= level() { events.send(Event(row)) } }
        observe(machine).on(queue).merging().receive { [unowned self] update in events.send(Event(update.new)) }
    }
}

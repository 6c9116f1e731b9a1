import Dispatch
import SwiftObserver

/// Makes events of rows and counters, on its own queue.
///
/// So no follower waits for subscribers.
final class Broadcast: Observer, Sendable {

    let receiver = Receiver(named: "broadcast")

    /// The messenger for events.
    ///
    /// It has the name of the receiver, so that a graph shows that the two belong together.
    let events = Messenger<Event>(named: "broadcast")

    private let queue = DispatchQueue(label: "broadcast")

    /// Sends an event for each row and for each update of the machine.
    ///
    /// If rows arrive faster than the events can be sent, the oldest rows are dropped, and
    /// subscribers get the number of dropped rows.
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

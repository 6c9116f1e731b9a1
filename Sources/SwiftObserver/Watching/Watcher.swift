/// An object that is notified of events while watching is on.
///
/// ```swift
/// struct Alarm: Watcher {
///     func didSee(_ event: WatchEvent) {
///         if case .stuck(let call) = event { print(call) }
///     }
/// }
///
/// Watch.start(telling: Alarm())
/// ```
///
/// **Order:** The library calls the watcher with one event at a time, in the order in which events
/// were noticed.
///
/// **Threads:** The calls are made on a serial queue that belongs to this watcher. A watcher that
/// blocks therefore delays neither observables nor the watcher that replaces it.
///
/// **Re-entrance:** A watcher may send, observe and call ``Watch``. It isn't notified of its own
/// activity in its call on that thread. That includes observations that it starts, their ends, and
/// handlers that it calls by sending. If it asks for a report or for metrics, it's notified of what
/// that sample finds.
///
/// **Limits:** Up to 10,000 events wait, in addition to those that are being delivered. Later
/// events are dropped and counted: see ``WatchEvent/untold(count:)``.
public protocol Watcher: Sendable {

    /// Called when an event was noticed.
    func didSee(_ event: WatchEvent)
}

/// Someone who is told what happens while watching is on.
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
/// **Order and threads:** Events are told one at a time, in the order in which they were noticed, on a serial queue that belongs to
/// this watcher. So whatever a watcher does, even if it blocks, keeps no observable waiting, nor the watcher that replaces it. It may
/// send, observe and call ``Watch``. What happens in its call on that thread isn't told to it: observations that it starts, their
/// ends, and what handlers do that it calls by sending. Only what it finds by looking is.
///
/// **Limits:** If 10,000 events wait, apart from those that the watcher is just being told, further ones are dropped and counted: see ``WatchEvent/untold(count:)``.
public protocol Watcher: Sendable {

    /// Something happened.
    func didSee(_ event: WatchEvent)
}

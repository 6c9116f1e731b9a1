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
/// **Order and threads:** Events are told one at a time, in the order in which they were noticed, on a thread that is nobody
/// else's. So whatever a watcher does, even if it blocks, keeps no observable waiting. It may send, observe and call ``Watch``. What it does itself on that
/// thread isn't told to it: neither observations that it starts, nor their ends.
///
/// **Limits:** If 10,000 events wait for the watcher, further ones are dropped and counted: see ``WatchEvent/untold(count:)``.
public protocol Watcher: Sendable {

    /// Something happened.
    func didSee(_ event: WatchEvent)
}

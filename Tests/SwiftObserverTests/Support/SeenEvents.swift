import SwiftObserver

/// A watcher that records events as short texts, if the name of their observable has a prefix.
///
/// The prefix excludes events of other tests that run at the same time.
final class SeenEvents: Watcher {

    private let prefix: String
    private let texts = Recorder<String>()
    private let act: @Sendable (WatchEvent) -> Void

    /// - Parameter act: A closure that the watcher calls first, and only for these observables.
    init(of prefix: String, _ act: @escaping @Sendable (WatchEvent) -> Void = { _ in }) {
        self.prefix = prefix
        self.act = act
    }

    var values: [String] { texts.values }
    func clear() { texts.clear() }

    /// The number of messages reported as missed or refused, in one event or in several.
    func count(of kind: String) -> Int {
        values.filter { $0.hasPrefix(kind + " ") }.compactMap { Int($0.dropFirst(kind.count + 1)) }.reduce(0, +)
    }

    func didSee(_ event: WatchEvent) {
        guard let (observable, text) = event.text, observable.hasPrefix(prefix) else { return }
        act(event)
        texts.record(text)
    }
}

extension WatchEvent {

    /// The name of the observable and a short text, or `nil` if the event names no observable.
    fileprivate var text: (observable: String, text: String)? {
        switch self {
        case .started(let one): (one.observable, "started")
        case .ended(let one, let reason): (one.observable, "ended: \(reason)")
        case .missed(let one, let count): (one.observable, "missed \(count)")
        case .refused(let observable, let count): (observable, "refused \(count)")
        case .slow(let call): call.observations.first.map { ($0.observable, "slow") }
        case .stuck(let call): call.observations.first.map { ($0.observable, "stuck") }
        case .returned(let call): call.observations.first.map { ($0.observable, "returned") }
        case .backlog(let one): (one.observable, "backlog")
        case .mistake, .untold: nil
        }
    }
}

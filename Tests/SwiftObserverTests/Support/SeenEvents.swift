import SwiftObserver

/// A watcher that keeps, as short texts, what it's told of observables whose names begin in the same way. Other tests run
/// meanwhile, and are told of, too.
final class SeenEvents: Watcher {

    private let prefix: String
    private let texts = Recorder<String>()
    private let act: @Sendable (WatchEvent) -> Void

    /// - Parameter act: What the watcher does first, but only for these observables.
    init(of prefix: String, _ act: @escaping @Sendable (WatchEvent) -> Void = { _ in }) {
        self.prefix = prefix
        self.act = act
    }

    var values: [String] { texts.values }
    func clear() { texts.clear() }

    /// How many messages it was told of as missed or refused, whether at once or bit by bit.
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

    /// The name of the observable, and a short text. It's `nil` if no observable is named.
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

import SwiftObserver

/// The numbers of messages that waited for observations, at the latest looks.
struct History: Sendable {

    /// The number of looks that are kept. At one look per second, they cover a minute.
    static let looks = 60

    /// The number of observations that a look keeps. It keeps the ones with the most waiting
    /// messages.
    static let limit = 200

    /// The observations with waiting messages, at each look.
    private var waiting: [[Key: Int]] = []

    private struct Key: Hashable {
        let observable: String
        let position: Int
    }

    /// Adds a look, and drops the oldest one if there are too many.
    mutating func add(_ observables: [ObservableInspection]) {
        let notable = observables.flatMap(\.observations).filter { $0.waiting > 0 }
            .sorted { $0.waiting > $1.waiting }.prefix(Self.limit)
        waiting.append(Dictionary(notable.map { (Self.key($0), $0.waiting) }, uniquingKeysWith: max))
        if waiting.count > Self.looks { waiting.removeFirst() }
    }

    /// The numbers of messages that waited for an observation, oldest first.
    ///
    /// It's `nil` if none waited at any look.
    func numbers(of observation: ObservationInspection) -> [Int]? {
        let key = Self.key(observation)
        return waiting.contains { $0[key] != nil } ? waiting.map { $0[key] ?? 0 } : nil
    }

    private static func key(_ observation: ObservationInspection) -> Key {
        Key(observable: observation.observable, position: observation.position)
    }
}

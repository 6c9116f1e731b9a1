import FoundationEssentials
import SwiftObserver

/// The content of the page.
struct Inspection: Encodable {

    /// An observable with its observations.
    ///
    /// If many observations began in the same line of code, only some of them are named.
    struct Observed: Encodable {
        let observable: String
        let type: String
        let sent: Int
        let inLine: Int
        let refused: Int
        let observations: [ObservationInspection]
        let others: [Others]

        /// The numbers of messages that waited, once per second, by position of the observation.
        ///
        /// Observations for which no message waited aren't contained.
        let history: [Int: [Int]]
    }

    /// Unnamed observations that began in the same line of code.
    struct Others: Encodable {
        let observer: String

        /// The name that all these observers share, if they do.
        let observerName: String?
        let began: String
        let count: Int
        let waiting: Int
        let missed: Int
    }

    /// A line of code in which observations began that are still alive.
    struct Growing: Encodable {
        let began: String
        let count: Int
    }

    let role: String
    let uptime: Double
    let health: Health
    let configuration: Configuration?
    let machine: Machine
    let tally: Tally.Counts
    let stored: Int?
    let subscribers: Int
    let cutOff: Int
    let stopped: Int
    let observables: [Observed]
    let slow: [RunningHandler]
    let mistakes: [WatchedMistake]
    let growing: [Growing]

    /// The number of seconds for which subscribers have been behind, by name.
    let secondsBehind: [String: Double]

    /// The number of seconds after which a subscriber that is behind is cut off.
    let patience: Double

    /// The most recent ends of subscribers that didn't leave by themselves, latest last.
    let endings: [Ending]

    var json: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }
}

extension Inspection {

    init(
        role: String, uptime: Double, health: Health, configuration: Configuration?, machine: Machine, stored: Store?,
        front: Front, since mark: WatchMark, all line: String?
    ) {
        let report = Watch.report(), observables = Self.observables(all: line, front.latestHistory)
        let named = Set(observables.flatMap(\.observations).compactMap(\.observerName))
        self.init(
            role: role, uptime: uptime, health: health, configuration: configuration, machine: machine,
            tally: front.tally.published.value, stored: stored?.stored.value,
            subscribers: front.subscribers.count.value,
            cutOff: front.subscribers.cutOff.value, stopped: front.subscribers.stopped.value,
            observables: observables, slow: report.slowHandlers, mistakes: report.mistakes,
            growing: Self.growing(since: mark),
            secondsBehind: front.subscribers.secondsBehind.filter { named.contains($0.key) },
            patience: front.subscribers.patience / .seconds(1),
            endings: front.subscribers.endings)
    }

    /// The number of observations to name among those that began in the same line.
    static let top = 10

    /// The number of observations to name if the client asks for all observations of a line.
    static let all = 500

    /// - Parameter line: A line of code of which to name all observations. Of other lines, those
    ///   with the most waiting messages are named.
    static func observables(all line: String?, _ history: History) -> [Observed] {
        Watch.observables().map { observable in
            var named: [ObservationInspection] = [], others: [Others] = []
            for (began, same) in Dictionary(grouping: observable.observations, by: began) {
                let top = began == line ? all : top
                let sorted = same.sorted { ($0.waiting, $0.missed) > ($1.waiting, $1.missed) },
                    rest = sorted.dropFirst(top)
                named += sorted.prefix(top)
                guard let first = rest.first else { continue }
                others.append(
                    Others(
                        observer: first.observer ?? "(dead)",
                        observerName: rest.allSatisfy { $0.observerName == first.observerName }
                            ? first.observerName : nil, began: began, count: rest.count,
                        waiting: rest.reduce(0) { $0 + $1.waiting }, missed: rest.reduce(0) { $0 + $1.missed }))
            }
            return Observed(
                observable: observable.name ?? observable.type, type: observable.type, sent: observable.sent,
                inLine: observable.inLine, refused: observable.refused,
                observations: named.sorted { $0.position < $1.position }, others: others,
                history: Dictionary(
                    named.compactMap { one in history.numbers(of: one).map { (one.position, $0) } },
                    uniquingKeysWith: { first, _ in first }))
        }
    }

    private static func began(_ observation: ObservationInspection) -> String {
        "\(observation.file ?? "?"):\(observation.line ?? 0)"
    }

    static func growing(since mark: WatchMark) -> [Growing] {
        Dictionary(grouping: Watch.begun(since: mark).map(began)) { $0 }.map { Growing(began: $0, count: $1.count) }
            .filter { $0.count > 1 }.sorted { $0.count > $1.count }
    }
}

import FoundationEssentials
import SwiftObserver

/// What the page shows.
struct Inspection: Encodable {

    /// An observable with its observations. Of those that began in the same line of code, only some are named.
    struct Observed: Encodable {
        let observable: String
        let type: String
        let sent: Int
        let inLine: Int
        let refused: Int
        let observations: [ObservationInspection]
        let others: [Others]
    }

    /// Observations that aren't named, which began in the same line of code.
    struct Others: Encodable {
        let observer: String
        let count: Int
        let waiting: Int
        let missed: Int
    }

    /// A line of code in which observations began that still live.
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
    let mistakes: [String]
    let growing: [Growing]

    var json: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }
}

extension Inspection {

    init(
        role: String, uptime: Double, health: Health, configuration: Configuration?, machine: Machine, stored: Store?,
        front: Front, since mark: WatchMark
    ) {
        let report = Watch.report()
        self.init(
            role: role, uptime: uptime, health: health, configuration: configuration, machine: machine,
            tally: front.tally.published.value, stored: stored?.stored.value,
            subscribers: front.subscribers.count.value,
            cutOff: front.subscribers.cutOff.value, stopped: front.subscribers.stopped.value,
            observables: Self.observables(top: 10), slow: report.slowHandlers,
            mistakes: report.mistakes.map { "\($0.file ?? "?"):\($0.line ?? 0): \($0)" },
            growing: Self.growing(since: mark))
    }

    /// - Parameter top: How many are named of those that began in the same line, the ones for which most waits.
    static func observables(top: Int) -> [Observed] {
        Watch.observables().map { observable in
            var named: [ObservationInspection] = [], others: [Others] = []
            for same in Dictionary(grouping: observable.observations, by: began).values {
                let sorted = same.sorted { ($0.waiting, $0.missed) > ($1.waiting, $1.missed) },
                    rest = sorted.dropFirst(top)
                named += sorted.prefix(top)
                guard let first = rest.first else { continue }
                others.append(
                    Others(
                        observer: first.observer ?? "(dead)", count: rest.count,
                        waiting: rest.reduce(0) { $0 + $1.waiting }, missed: rest.reduce(0) { $0 + $1.missed }))
            }
            return Observed(
                observable: observable.name ?? observable.type, type: observable.type, sent: observable.sent,
                inLine: observable.inLine, refused: observable.refused,
                observations: named.sorted { $0.position < $1.position }, others: others)
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

import FoundationEssentials
import SwiftObserver

/// What the page shows.
struct Inspection: Encodable {

    /// An observable with those of its observations for which most waits or is missing, and what all others are together.
    struct Observed: Encodable {
        let observable: String
        let type: String
        let sent: Int
        let inLine: Int
        let refused: Int
        let observations: [ObservationInspection]
        var others = 0
        var othersWaiting = 0
        var othersMissed = 0
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
    let observables: [Observed]
    let slow: [RunningHandler]
    let mistakes: [WatchedMistake]
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
            tally: front.tally.published.value, stored: stored?.stored.value, subscribers: front.subscribers.count.value,
            cutOff: front.subscribers.cutOff.value, observables: Self.observables(top: 50), slow: report.slowHandlers,
            mistakes: report.mistakes, growing: Self.growing(since: mark))
    }

    static func observables(top: Int) -> [Observed] {
        Watch.observables().map { observable in
            let sorted = observable.observations.sorted { ($0.waiting, $0.missed) > ($1.waiting, $1.missed) }
            let others = sorted.dropFirst(top)
            return Observed(
                observable: observable.name ?? observable.type, type: observable.type, sent: observable.sent,
                inLine: observable.inLine, refused: observable.refused, observations: Array(sorted.prefix(top)),
                others: others.count, othersWaiting: others.reduce(0) { $0 + $1.waiting },
                othersMissed: others.reduce(0) { $0 + $1.missed })
        }
    }

    static func growing(since mark: WatchMark) -> [Growing] {
        let lines = Watch.begun(since: mark).map { "\($0.file ?? "?"):\($0.line ?? 0)" }
        return Dictionary(grouping: lines) { $0 }.map { Growing(began: $0, count: $1.count) }
            .filter { $0.count > 1 }.sorted { $0.count > $1.count }
    }
}

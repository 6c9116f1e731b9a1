import Foundation
import Measuring

/// The costs of other libraries, in nanoseconds or bytes.
///
/// All were measured once, on one noisy machine: 2 cores, Linux x86-64, Swift 6.3.1, release
/// builds, medians, messages of type `Int`. Two figures are for start and end. For 4 threads, they
/// are for two runs, the first of which shared the cores with other work. The floor was measured on
/// the same machine.
private let table = """
    job                         | floor   | Boost.Signals2 | OpenCombine | ReactiveSwift    | RxSwift     | NotificationCenter | SwiftObserver before
    send to 1                   | 23      | 49             | 172         | 242              | 558         | 1278               | 1153
    send to 10                  | 93      | 278            | 1481        | 898              | 1241        | 6413               | 5304
    send to 1000                | 9500    | 19000          | 148000      | 56000            | 202000      | 350000             | 252000
    send to nobody              | 14      | 32             | 28          | 319              | 267         | 375                | 1439
    start and end               | 134     | 162            | 1619        | 786              | 1349        | 904                | 1339
    start 100,000 / end 100,000 | –       | 106 / 369      | 2056 / 2779 | 1040000 / 722000 | 2001 / 2904 | 387 / 1321         | 1392 / 2587
    set a variable              | 19      | –              | 174         | 362              | 464         | –                  | 1953
    map, filter, map            | 37      | 88             | 280         | 1961             | 667         | –                  | 8643
    4 threads send              | 26 / 85 | 64 / 218       | 169 / 315   | 326 / 459        | 400 / 505   | 804 / 28400        | crashes
    hop                         | 390     | 330 to 360     | 730 to 870  | 2156             | 3250        | 28100              | 5132
    hop and back                | 6300    | 5400           | 6600        | 8300             | 8600        | 14300              | 8700
    an observation, bytes       | 79      | 272            | 533         | 4316             | 815         | 223                | 682
    """

/// The costs of other libraries for an observer that is created, observes and ends.
///
/// They were measured in November 2026, while nothing else was running. In Boost, a tracked slot
/// belongs to an object that can die, as an observer of this library can. A job of churn is a start
/// and an end.
private let tableOfLives = """
    job                                | floor | Boost.Signals2 1.74 | the same, tracked | OpenCombine 0.14
    send to 1                          | 23    | 57                  | 141               | 169
    send to 1000                       | 11000 | 19000               | 94000             | 156000
    a short life                       | 84    | 169                 | 344               | 1839
    an observer that observes, bytes   | 79    | 272                 | 384               | 533
    churn under fire                   | 670   | 380                 | –                 | 4545
    send, 100,000 in random order      | 307   | –                   | –                 | –
    an observed messenger, bytes       | 176   | –                   | –                 | –
    """

/// A job, and its costs in other libraries.
struct Peer {

    let job: String
    let costs: [String]

    private static let titles = Array(cells(of: table)[0].dropFirst())
    private static let all = peers(in: table)

    private static func cells(of table: String) -> [[String]] {
        table.split(separator: "\n").map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    private static func peers(in table: String) -> [Peer] {
        cells(of: table).dropFirst().map { Peer(job: $0[0], costs: Array($0.dropFirst())) }
    }

    /// A table of jobs, with the costs of other libraries, of this library, and of its floor.
    static func rows(with results: [MeasuredResult], _ sizes: [Size]) -> [[String]] {
        rows(of: table, with: results, sizes)
    }

    /// A table of lives: costs for an observer that is created, observes and ends.
    static func rowsOfLives(with results: [MeasuredResult], _ sizes: [Size]) -> [[String]] {
        rows(of: tableOfLives, with: results, sizes)
    }

    private static func rows(of table: String, with results: [MeasuredResult], _ sizes: [Size]) -> [[String]] {
        [["job", "SwiftObserver", "floor", "their floor"] + cells(of: table)[0].dropFirst(2)]
            + peers(in: table).map { peer in
                let counterparts = peer.counterparts(in: results)
                var ours = counterparts.flatMap { $0.dropLast() }.map(\.time.median.text)
                if let size = sizes.first(where: { peer.job.hasPrefix($0.name) }) {
                    ours = [size.resident?.rounded().text ?? "–"]
                }
                let floors = counterparts.compactMap(\.last).filter(\.isFloorOfPeers).map(\.time.median.text)
                return [
                    peer.job, ours.joined(separator: " / "), floors.isEmpty ? "–" : floors.joined(separator: " / "),
                ]
                    + peer.costs
            }
    }

    /// A chart of costs, as multiples of the floor of the same machine.
    static func chart(with results: [MeasuredResult]) -> ChartOfBars {
        ChartOfBars(
            title: "Compared to other libraries", xAxis: "times as long as the floor on the same machine", longest: 12,
            groups: all.compactMap { peer in
                let ours = peer.counterparts(in: results).filter { $0.last?.isFloorOfPeers == true }
                    .flatMap { $0.dropLast() }
                guard !ours.isEmpty, let floor = peer.costs[0].leadingNumber else { return nil }
                let others = zip(titles, peer.costs).dropFirst().compactMap { title, cost in
                    cost.leadingNumber.map { ChartOfBars.Bar(name: title, value: $0 / floor, isOurs: false) }
                }
                return ChartOfBars.Group(
                    name: peer.job,
                    bars: ours.map {
                        ChartOfBars.Bar(name: "SwiftObserver, \($0.contender)", value: $0.ratio.median, isOurs: true)
                    } + others)
            })
    }

    /// This library's results for the same jobs, each followed by its floor.
    private func counterparts(in results: [MeasuredResult]) -> [[MeasuredResult]] {
        let jobs = job.components(separatedBy: " / ")
        return results.split(by: \.workload).filter { jobs.contains($0[0].workload) }
            .map { $0.dropLast().filter { !$0.isOfOthers } + $0.suffix(1) }
    }
}

extension MeasuredResult {
    /// `true` if other libraries were measured against this kind of floor, too.
    fileprivate var isFloorOfPeers: Bool { contender.hasPrefix("mutex floor") || contender == "queue.async" }
}

extension StringProtocol {

    /// The number at the beginning of the text, up to a space.
    fileprivate var leadingNumber: Double? {
        Double(prefix { $0 != " " })
    }
}

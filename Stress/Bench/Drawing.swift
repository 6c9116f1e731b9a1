import Foundation
import Measuring

/// Draws all results into files of a folder. Their names begin with `bench-`.
func draw(_ results: [MeasuredResult], _ prices: [MeasuredResult], _ growths: [Growth], into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var charts = ChartOfBars.charts(of: results).map { ($0.name, $0.chart.svg) }
    if !prices.isEmpty {
        charts.append(("prices", ChartOfBars("What it costs", "times as long as without", prices).svg))
    }
    if !results.isEmpty { charts.append(("peers", Peer.chart(with: results).svg)) }
    charts += growths.map { ($0.name, $0.chart.svg) }
    for (name, svg) in charts {
        try svg.write(toFile: "\(folder)/bench-\(name).svg", atomically: true, encoding: .utf8)
    }
}

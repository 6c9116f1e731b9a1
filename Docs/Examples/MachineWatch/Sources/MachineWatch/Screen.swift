import Dispatch
import Foundation
import SwiftObserver

/// Draws the machine. All drawing happens on one serial queue, so lines of different threads never mix.
final class Screen: Observer, Sendable {

    let receiver = Receiver()

    private let machine: Machine
    private let isPlain: Bool
    private let queue = DispatchQueue(label: "screen")

    init(of machine: Machine, isPlain: Bool) {
        self.machine = machine
        self.isPlain = isPlain
        if !isPlain { write(Terminal.clear + Terminal.hideCursor) }

        // Called for each message of any of the four. The author is the sampler whose message it is.
        observe(machine.processorLoad, machine.memory, machine.load, machine.trafficRate, on: queue) {
            [unowned self] processorLoad, memory, load, trafficRate, author in
            let view = View(
                processorLoad: processorLoad, peak: self.machine.peak.value, memory: memory.new, load: load.new,
                trafficRate: trafficRate, sampler: (author as? Sampler)?.name ?? "someone")
            draw(view)
        }
    }

    /// Draws what was sent so far, and nothing any more.
    func close() {
        queue.sync {}
        stopObserving()
        if !isPlain { write(Terminal.showCursor) }
    }

    /// A log gets one line a round, a table is drawn at each message.
    private func draw(_ view: View) {
        if !isPlain {
            write(Terminal.home + view.table.map { $0 + Terminal.clearLine + "\n" }.joined() + Terminal.clearBelow)
        } else if view.sampler == "processors" {
            write(view.line + "\n")
        }
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

/// What the screen shows at one moment.
private struct View {

    let processorLoad: Double?
    let peak: Double
    let memory: Memory
    let load: Load
    let trafficRate: Traffic.Rate?
    let sampler: String

    var table: [String] {
        [
            "MachineWatch                        (Ctrl-C ends)",
            "-------------------------------------------------",
            row("processors", percent(processorLoad), bar(processorLoad ?? 0)),
            row("peak", percent(peak), bar(peak)),
            row("memory", bytes(memory.used), bar(memory.total > 0 ? memory.used / memory.total : 0)),
            row("load", averages, "\(load.processes) processes"),
            row("received", rate(trafficRate?.received), ""),
            row("sent", rate(trafficRate?.sent), ""),
            "-------------------------------------------------",
            "latest from the sampler of: \(sampler)",
        ]
    }

    var line: String {
        "processors \(percent(processorLoad)) (peak \(percent(peak))), memory \(bytes(memory.used)) of "
            + "\(bytes(memory.total)), load \(averages), received \(rate(trafficRate?.received)), "
            + "sent \(rate(trafficRate?.sent))"
    }

    private var averages: String { load.averages.map { String(format: "%.2f", $0) }.joined(separator: " ") }

    private func row(_ name: String, _ value: String, _ more: String) -> String {
        name.padding(toLength: 12, withPad: " ", startingAt: 0)
            + value.padding(toLength: 16, withPad: " ", startingAt: 0) + more
    }

    private func bar(_ part: Double) -> String {
        let full = Int((min(max(part, 0), 1) * 20).rounded())
        return String(repeating: "█", count: full) + String(repeating: "·", count: 20 - full)
    }

    private func percent(_ part: Double?) -> String { part.map { String(format: "%.1f %%", $0 * 100) } ?? "-" }

    private func rate(_ rate: Double?) -> String { rate.map { bytes($0) + "/s" } ?? "-" }

    private func bytes(_ count: Double) -> String {
        var count = count
        for unit in ["B", "KB", "MB"] {
            if count < 1024 { return String(format: "%.1f %@", count, unit as NSString) }
            count /= 1024
        }
        return String(format: "%.1f GB", count)
    }
}

/// Commands to a terminal.
private enum Terminal {
    static let clear = "\u{1B}[2J"
    static let home = "\u{1B}[H"
    static let clearLine = "\u{1B}[K"
    static let clearBelow = "\u{1B}[J"
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
}

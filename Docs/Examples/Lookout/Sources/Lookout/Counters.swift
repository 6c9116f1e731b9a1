import SwiftObserver

/// Reads the counters of the machine, as often as the configuration says.
struct Counters: Sendable {

    let configuration: Var<Configuration>
    let machine: Var<Machine>

    /// Reads until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let pause = configuration.value.countersEvery
            machine <- machine.value.next(after: Double(pause) / 1_000)
            try? await Task.sleep(for: .milliseconds(pause))
        }
    }
}

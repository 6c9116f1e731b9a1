import Dispatch
import Foundation

/// A thread that takes a sample again and again.
final class Sampler: Sendable {

    let name: String

    private let interval: Double
    private let sample: @Sendable (Sampler) throws -> Void
    private let mayEnd = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchGroup()

    init(_ name: String, every interval: Double, sample: @escaping @Sendable (Sampler) throws -> Void) {
        self.name = name
        self.interval = interval
        self.sample = sample
    }

    func start() {
        hasEnded.enter()
        let thread = Thread { [self] in
            run()
            hasEnded.leave()
        }
        thread.name = name
        thread.start()
    }

    /// Returns when the thread has taken its last sample. Call this once, after `start`.
    func stop() {
        mayEnd.signal()
        hasEnded.wait()
    }

    private func run() {
        var next = DispatchTime.now() + interval
        while mayEnd.wait(timeout: next) == .timedOut {
            // A file that can't be read this time may be readable next time.
            try? sample(self)
            next = max(next + interval, .now())
        }
    }
}

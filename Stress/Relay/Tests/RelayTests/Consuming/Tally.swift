import Foundation

/// Counts how often handlers were called with each number.
///
/// `@unchecked Sendable` because the state is under a lock.
final class Tally: @unchecked Sendable {

    private let lock = NSLock()
    private var state = State()

    private struct State {
        var numbers: [Int] = []
        var counts: [Int: Int] = [:]
        var running = 0
        var mostRunning = 0
    }

    /// Notes a call.
    func add(_ number: Int) {
        lock.withLock {
            state.numbers.append(number)
            state.counts[number, default: 0] += 1
        }
    }

    /// Notes a call, and how many calls run at the same time.
    func add(_ number: Int, while run: () async throws -> Void) async rethrows {
        add(number)
        lock.withLock {
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
        }
        defer { lock.withLock { state.running -= 1 } }
        try await run()
    }

    /// All numbers in the order of the calls.
    var numbers: [Int] { lock.withLock { state.numbers } }

    /// The number of different numbers.
    var count: Int { lock.withLock { state.counts.count } }

    /// The number of calls with a number.
    func calls(with number: Int) -> Int { lock.withLock { state.counts[number] ?? 0 } }

    /// The numbers with another number of calls than expected.
    func exceptions(from expected: Int = 1) -> [Int: Int] {
        lock.withLock { state.counts.filter { $0.value != expected } }
    }

    /// The highest number of concurrent calls.
    var mostRunning: Int { lock.withLock { state.mostRunning } }
}

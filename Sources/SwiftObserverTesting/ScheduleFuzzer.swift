import SwiftObserver
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Holds threads up at certain points, so that races show which a quiet machine hides.
///
/// ```swift
/// await fuzzSchedules(1...200) { fuzzer in
///     let service = Service(on: fuzzer.place(over: queue))
///     …
/// }
/// ```
///
/// How long a thread is held up at a point follows from the seed, the point's line, and how often
/// that was passed before. So with the same seed, the nth passage takes as long, whichever thread
/// it is, and a race that one seed has shown mostly shows again. It's no proof that there's none.
///
/// It's `Sendable`. Any thread may pass any point. To pass one doesn't synchronize threads, so
/// sanitizers see the races that they'd see without.
public final class ScheduleFuzzer: Sendable {

    /// From what the delays follow.
    public let seed: UInt64

    /// How often points were passed. Some may share a counter. They're relaxed, and not behind a
    /// lock, which would put the threads in an order.
    private let passes: [Counter] = (0..<256).map { _ in Counter() }

    private final class Counter: Sendable {
        let count = Atomic<UInt64>(0)
    }

    /// Creates a fuzzer with a seed.
    public init(seed: UInt64) { self.seed = seed }

    /// Holds the thread up here, or not: mostly by yielding the processor some times, sometimes by
    /// some microseconds.
    public func perturb(file: StaticString = #fileID, line: UInt = #line) {
        var point = Self.mixed(UInt64(line))
        file.withUTF8Buffer { for byte in $0 { point = Self.mixed(point ^ UInt64(byte)) } }
        let pass = passes[Int(point % UInt64(passes.count))].count.wrappingAdd(1, ordering: .relaxed).newValue
        let hash = Self.mixed(point ^ Self.mixed(seed &+ pass &* 0x9e37_79b9_7f4a_7c15))
        switch hash % 8 {
        case 0...3: break
        case 4...6: for _ in 0...(hash >> 8) % 4 { sched_yield() }
        default: usleep(UInt32((hash >> 8) % 50))
        }
    }

    /// A place that holds up each block before it runs, and whoever sends, before it's enqueued.
    /// The order of the place stays as it is, but isn't shared with others on the original. To
    /// carry task-local values, write `place(over: queue).carrying(…)`.
    public func place(
        over place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
    ) -> some DeliveryPlace {
        PerturbedPlace(place) { self.perturb(file: file, line: line) }
    }

    /// All bits of the result depend on all bits of the number.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var number = number
        number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
        return number ^ (number >> 31)
    }
}

private final class PerturbedPlace: DeliveryPlace {

    private let base: any DeliveryPlace
    private let perturb: @Sendable () -> Void

    init(_ base: any DeliveryPlace, _ perturb: @escaping @Sendable () -> Void) {
        self.base = base
        self.perturb = perturb
    }

    func enqueue(_ block: @escaping @Sendable () -> Void) {
        perturb()
        base.enqueue { [perturb] in
            perturb()
            block()
        }
    }
}

extension MessageSource {

    /// Creates an observable that passes on all messages, after holding up the thread that
    /// delivers.
    public func perturbed(
        by fuzzer: ScheduleFuzzer, file: StaticString = #fileID, line: UInt = #line
    ) -> Map<Self, Message> {
        map(
            {
                fuzzer.perturb(file: file, line: line)
                return $0
            }, file: file, line: line)
    }
}

extension Observing {

    /// Holds up the thread in front of each message.
    public func perturbed(
        by fuzzer: ScheduleFuzzer, file: StaticString = #fileID, line: UInt = #line
    ) -> Observing<Message, Form, ObservingStage.Transforming> {
        map {
            fuzzer.perturb(file: file, line: line)
            return $0
        }
    }
}

extension Observable {

    /// Sends a message after holding up the thread.
    public func send(
        _ message: Message, perturbedBy fuzzer: ScheduleFuzzer, file: StaticString = #fileID, line: UInt = #line
    ) {
        fuzzer.perturb(file: file, line: line)
        send(message)
    }
}

/// Runs a closure once for each seed, until it throws. Then the test fails at this line, with the
/// seed that showed it.
///
/// An expectation that fails in the closure doesn't know the seed, and doesn't end this: throw an
/// error where that matters.
///
/// To repeat what a seed has shown, pass that seed alone: `fuzzSchedules([17]) { … }`.
public func fuzzSchedules(
    _ seeds: some Sequence<UInt64>, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, _ act: (ScheduleFuzzer) async throws -> Void
) async {
    let test = TestLine(fileID, filePath, line)
    for seed in seeds {
        do {
            try await act(ScheduleFuzzer(seed: seed))
        } catch {
            return test.fail("With the seed \(seed): \(error)")
        }
    }
}

import SwiftObserver
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Delays threads at certain points, to show races that a quiet machine hides.
///
/// ```swift
/// await fuzzSchedules(1...200) { fuzzer in
///     let service = Service(on: fuzzer.place(over: queue))
///     …
/// }
/// ```
///
/// The delay at a point depends on the seed, on the line of the point, and on how often threads
/// have passed it. With the same seed, the nth passage takes the same time, whichever thread it is.
/// A race that a seed has shown therefore mostly shows again. If no race shows, that doesn't prove
/// that there is none.
///
/// **Threads:** The fuzzer is `Sendable`. Any thread may pass any point. Passing a point doesn't
/// synchronize threads, so sanitizers see the same races as without it.
public final class ScheduleFuzzer: Sendable {

    /// The number that determines the delays.
    public let seed: UInt64

    /// How often points were passed. Several points may share a counter.
    ///
    /// The counters are relaxed instead of locked, since a lock would order the threads.
    private let passes: [Counter] = (0..<256).map { _ in Counter() }

    private final class Counter: Sendable {
        let count = Atomic<UInt64>(0)
    }

    /// Creates a fuzzer with a seed.
    public init(seed: UInt64) { self.seed = seed }

    /// Delays the thread here, or not.
    ///
    /// The thread mostly yields the processor a few times, and sometimes sleeps for some
    /// microseconds.
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

    /// Creates a place that delays senders before each block, and each block before it runs.
    ///
    /// The order of the place stays the same, but it's no longer shared with observations on the
    /// original place. To carry task-local values, write `place(over: queue).carrying(…)`.
    public func place(
        over place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
    ) -> some DeliveryPlace {
        PerturbedPlace(place) { self.perturb(file: file, line: line) }
    }

    /// Mixes a number: all bits of the result depend on all bits of the number.
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

    /// Creates an observable that delays the delivering thread before it passes on each message.
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

    /// Delays the thread before each message.
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

    /// Delays the thread, and then sends a message.
    public func send(
        _ message: Message, perturbedBy fuzzer: ScheduleFuzzer, file: StaticString = #fileID, line: UInt = #line
    ) {
        fuzzer.perturb(file: file, line: line)
        send(message)
    }
}

/// Runs a closure once for each seed, until it throws.
///
/// When it throws, the test fails at this line, with the seed. To repeat the failure, pass that
/// seed alone: `fuzzSchedules([17]) { … }`.
///
/// A failed expectation in the closure doesn't know the seed, and doesn't end this function. Throw
/// an error if that matters.
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

import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite(.takingReports) struct ScheduleFuzzerTests {

    private struct Lost: Error { let count: Int }

    @Test func `what holds still holds`() async {
        await fuzzSchedules(1...20) { fuzzer in
            let queue = DispatchQueue(label: "queue"), messenger = Messenger<Int>(), dog = Dog(),
                numbers = Recorder<Int>()
            let perturbed = messenger.perturbed(by: fuzzer)
            dog.observe(perturbed) { numbers.record($0) }
            dog.observe(messenger).on(fuzzer.place(over: queue)).perturbed(by: fuzzer).receive { numbers.record($0) }
            onThreads(2) { _ in for number in 0..<20 { messenger.send(number, perturbedBy: fuzzer) } }
            #expect(await messenger.drain(within: .hangLimit).isEmpty)
            if numbers.count != 80 { throw Lost(count: 80 - numbers.count) }
            withExtendedLifetime((dog, perturbed)) {}
        }
    }

    @Test func `a race of a client shows, and is named by its seed`() async {
        let reports = await reports {
            await fuzzSchedules(1...10_000) { fuzzer in
                let count = LockedBox(0)
                onThreads(2) { _ in
                    let old = count.withLock { $0 }
                    fuzzer.perturb()
                    count.withLock { $0 = old + 1 }
                }
                if count.withLock({ $0 }) != 2 { throw Lost(count: 1) }
            }
        }
        #expect(reports.count == 1)
        #expect(reports.first?.text.contains(/With the seed \d+: Lost\(count: 1\)/) == true)
    }

    @Test func `without an error, nothing fails`() async {
        let seeds = Recorder<UInt64>()
        await fuzzSchedules([3, 5]) { seeds.record($0.seed) }
        #expect(seeds.values == [3, 5])
    }
}

import Dispatch
import Testing

@testable import SwiftObserver

@Suite struct SystemAlarmsTests {

    private let alarms = SystemAlarms(of: ContinuousClock())

    @Test func `an alarm whose moment is over rings, but not before it's set`() {
        let rung = Gate()
        let cancel = alarms.set(at: .now - .seconds(1)) { rung.open() }
        #expect(rung.pass())
        cancel()
        #expect(alarms.count == 0)
    }

    @Test func `no alarm rings early`() {
        let early = Recorder<Duration>(), done = DispatchGroup()
        for milliseconds in 0..<20 {
            let moment = ContinuousClock.now + .milliseconds(milliseconds)
            done.enter()
            _ = alarms.set(at: moment) {
                let now = ContinuousClock.now
                if now < moment { early.record(moment - now) }
                done.leave()
            }
        }
        #expect(done.wait(timeout: .hangLimit) == .success)
        #expect(early.values == [])
    }

    @Test func `an alarm that is set after a later one doesn't wait for that`() {
        let rung = Gate()
        let cancel = alarms.set(at: .now + .longest) { Issue.record("A century is over.") }
        _ = alarms.set(at: .now + .milliseconds(1)) { rung.open() }
        #expect(rung.pass())
        #expect(alarms.count == 1)
        cancel()
        #expect(alarms.count == 0)
    }

    @Test func `an alarm isn't late by as long as the thread was stalled that has set it`() {
        let clock = StallingClock(), stalled = SystemAlarms(of: clock), order = Recorder<String>(),
            done = DispatchGroup()
        let start = ContinuousClock.now
        done.enter()
        done.enter()
        _ = alarms.set(at: start + .milliseconds(2000)) {
            order.record("two seconds")
            done.leave()
        }
        clock.stallsFor.withLock { $0 = .seconds(1) }
        _ = stalled.set(at: start + .milliseconds(1100)) {
            order.record("one second")
            done.leave()
        }
        #expect(done.wait(timeout: .hangLimit) == .success)
        #expect(order.values == ["one second", "two seconds"])
    }

    @Test func `alarms that are cancelled leave nothing`() {
        let living = LockedBox(0)
        for _ in 0..<100_000 {
            living.withLock { $0 += 1 }
            let mortal = Mortal { living.withLock { $0 -= 1 } }
            alarms.set(at: .now + .seconds(600)) { mortal.touch() }()
        }
        #expect(alarms.count == 0)
        #expect(living.withLock { $0 } == 0)
    }

    @Test func `alarms that block don't keep others from ringing`() {
        let number = 40, free = Gate(), isFreed = LockedBox(true), freed = DispatchGroup()
        for _ in 0..<number {
            freed.enter()
            _ = alarms.set(at: .now + .milliseconds(1)) {
                if !free.pass() { isFreed.withLock { $0 = false } }
                freed.leave()
            }
        }
        _ = alarms.set(at: .now + .milliseconds(2)) { free.open() }
        #expect(freed.wait(timeout: .hangLimit) == .success)
        #expect(isFreed.withLock { $0 })
    }

    @Test func `an alarm that sets or cancels alarms doesn't wait for itself`() {
        let rung = Gate(), cancel = alarms.set(at: .now + .seconds(600)) {}
        _ = alarms.set(at: .now) { [alarms] in
            cancel()
            _ = alarms.set(at: .now) { rung.open() }
        }
        #expect(rung.pass())
        #expect(alarms.count == 0)
    }

    @Test func `on many threads, each alarm rings once, unless it's cancelled`() {
        let threads = 4, number = 2000, rings = LockedBox(Array(repeating: 0, count: threads * number))
        let done = DispatchGroup()
        onThreads(threads) { [alarms] thread in
            var random = Random(UInt64(thread))
            for index in 0..<number {
                let id = thread * number + index, isCanceled = Bool.random(using: &random)
                let delay = isCanceled ? Duration.seconds(600) : .microseconds(Int.random(in: 0..<3000, using: &random))
                if !isCanceled { done.enter() }
                let cancel = alarms.set(at: .now + delay) {
                    rings.withLock { $0[id] += isCanceled ? 1000 : 1 }
                    done.leave()
                }
                if isCanceled { cancel() }
            }
        }
        #expect(done.wait(timeout: .hangLimit) == .success)
        #expect(rings.withLock { $0.allSatisfy { $0 <= 1 } && $0.contains(1) })
        #expect(alarms.count == 0)
    }
}

/// A clock that returns one outdated reading, as if its thread had been stalled.
private final class StallingClock: Clock, Sendable {

    let stallsFor = LockedBox<Duration>(.zero)

    var now: ContinuousClock.Instant {
        let now = ContinuousClock.now
        let duration = stallsFor.withLock { stall in
            defer { stall = .zero }
            return stall
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + duration / .seconds(1))
        return now
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

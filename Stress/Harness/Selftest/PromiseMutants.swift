import Foundation
import StressSupport

/// A promise that is broken by its subclasses.
class PromiseMutant: PromiseSubject, @unchecked Sendable {

    /// The state, which the waiters keep alive beyond the promise.
    fileprivate final class Office: @unchecked Sendable {
        private let lock = NSLock()
        private var answer: Answer?
        private var waits: [Int: CheckedContinuation<Answer, Never>] = [:], latestWait = 0

        func enter() -> Int {
            lock.withLock {
                latestWait += 1
                return latestWait
            }
        }

        func close(with newAnswer: Answer, again: Bool = false) {
            let waits = lock.withLock {
                if self.answer == nil || again { self.answer = newAnswer }
                defer { self.waits = [:] }
                return self.waits.values
            }
            let answer = lock.withLock { self.answer } ?? newAnswer
            for wait in waits { wait.resume(returning: answer) }
        }

        func wait(_ number: Int, _ continuation: CheckedContinuation<Answer, Never>) {
            let answer: Answer? = lock.withLock {
                if let answer = self.answer { return answer }
                if Task.isCancelled { return .cancelled }
                waits[number] = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }

        func cancel(_ number: Int) {
            lock.withLock { waits.removeValue(forKey: number) }?.resume(returning: .cancelled)
        }
    }

    fileprivate let office = Office()

    required init() {}
    deinit { die() }

    func fulfill(_ stamp: Stamp) { office.close(with: .value(stamp)) }
    fileprivate func die() { office.close(with: .died) }
    fileprivate class var isStubborn: Bool { false }

    static func answer(from box: PromiseBox) async -> Answer {
        guard let office = office(in: box) else { return .died }
        let number = office.enter()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { office.wait(number, $0) }
        } onCancel: {
            if !isStubborn { office.cancel(number) }
        }
    }

    private static func office(in box: PromiseBox) -> Office? { box.withLock { ($0 as? PromiseMutant)?.office } }
}

/// Dies without notifying the waiters.
final class SilentPromiseMutant: PromiseMutant, @unchecked Sendable {
    private static let kept = Guarded([Office]())
    fileprivate override func die() { Self.kept.withLock { $0.append(office) } }
}

/// Lets cancelled tasks continue to wait.
final class StubbornPromiseMutant: PromiseMutant, @unchecked Sendable {
    fileprivate override class var isStubborn: Bool { true }
}

/// Takes a new value with each fulfillment.
final class FicklePromiseMutant: PromiseMutant, @unchecked Sendable {
    override func fulfill(_ stamp: Stamp) { office.close(with: .value(stamp), again: true) }
}

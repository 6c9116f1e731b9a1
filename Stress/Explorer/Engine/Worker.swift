import Dispatch
import Foundation

/// A system thread on which controlled threads run, one after the other.
final class Worker: @unchecked Sendable {

    private let semaphore = DispatchSemaphore(value: 0)
    private var work: (() -> Void)?

    init() {
        let thread = Thread { [self] in
            while true {
                waitUntilResumed()
                work?()
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    func prepare(_ work: @escaping () -> Void) { self.work = work }
    func resume() { semaphore.signal() }
    func waitUntilResumed() { semaphore.wait() }
}

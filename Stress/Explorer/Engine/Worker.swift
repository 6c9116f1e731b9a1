import Dispatch
import Foundation

/// A thread of the system, on which one controlled thread after the other runs.
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

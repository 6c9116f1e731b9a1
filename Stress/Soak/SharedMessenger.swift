import Dispatch
import Fuzzing
import StressSupport
import SwiftObserver

/// An observable through which all threads send at the same time.
final class SharedMessenger: Sendable {

    private let messenger: Messenger<Int>
    private let ledger: Guarded<Ledger<Messenger<Int>>>

    init() {
        let ledger = Ledger(Messenger<Int>()).observe(by: 8)
        messenger = ledger.observable
        self.ledger = Guarded(ledger)
    }

    func send(_ numbers: Range<Int>) {
        for number in numbers { messenger.send(number) }
        ledger.withLock { $0.note(numbers) }
    }

    /// Waits for all messages. Returns their number if each was received exactly once, or `nil`.
    ///
    /// Call this at the end.
    func countHeard() -> Int? {
        let isOver = DispatchSemaphore(value: 0)
        observeOnce(messenger) { _ in isOver.signal() }
        send(0..<1)
        isOver.wait()
        return ledger.withLock { $0.countHeard() }
    }
}

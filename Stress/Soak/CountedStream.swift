import Dispatch
import SwiftObserver
import Synchronization

/// Sends messages from one thread through observables of all kinds, in place and hopped.
///
/// After each batch, it compares the sent messages with the received ones.
///
/// `@unchecked Sendable` because one thread uses it.
final class CountedStream: @unchecked Sendable {

    private let queue = DispatchQueue(label: "soak")
    private let many: Ledger<Messenger<Int>>
    private let single = Ledger(Messenger<Int>()).observe(by: 1)
    private let variable = Ledger(Var(-1)).observe(by: 4)
    private let hopped: Ledger<Messenger<Int>>
    private let delivering: Ledger<Messenger<Int>>
    private let mapped: Ledger<Map<Messenger<Int>, Int>>
    private let filtered: Ledger<Filter<Messenger<Int>>>
    private let shared: SharedMessenger

    private var number = 0
    private let total = Atomic(0)

    /// Creates a stream. The observer receives most of its messages.
    init(_ shared: SharedMessenger, heardBy observer: FreeObserver) {
        self.shared = shared
        many = Ledger(Messenger<Int>(), observedBy: observer).observe(by: 64)
        hopped = Ledger(Messenger<Int>()).observe(on: queue)
        delivering = Ledger(Messenger<Int>(on: queue)).observe(by: 2)
        mapped = Ledger(single.observable.map { $0 }).observe(by: 2)
        filtered = Ledger(single.observable.filter { _ in true }).observe(by: 1)
    }

    /// The number of messages that were received so far, each exactly once.
    var heard: Int { total.load(ordering: .relaxed) }

    /// Sends a batch. Returns `true` if all is fine.
    func sendBatch() -> Bool {
        let long = number..<number + 8000, short = number..<number + 1000
        number += 8000
        many.send(long) { $0.send($1) }
        single.send(long) { $0.send($1) }
        mapped.note(long)
        filtered.note(long)
        variable.send(long) { $0.value = $1 }
        hopped.send(short) { $0.send($1) }
        delivering.send(short) { $0.send($1) }
        shared.send(short)
        queue.sync {}
        let counts = [
            many.countHeard(), single.countHeard(), mapped.countHeard(), filtered.countHeard(), variable.countHeard(),
            hopped.countHeard(), delivering.countHeard(),
        ].compactMap(\.self)
        total.store(counts.reduce(0, +), ordering: .relaxed)
        return counts.count == 7
    }
}

import Dispatch
import SwiftObserver

/// Counts what one observable sends and what its observers hear.
///
/// `@unchecked Sendable` because one thread sends, and because handlers of one observation never overlap. Whoever compares
/// has waited for all handlers.
final class Ledger<O: Observable & Sendable>: @unchecked Sendable where O.Message: Sendable {

    let observable: O

    private let observers = FreeObserver()
    private var heard: [Heard] = []
    private let number: @Sendable (O.Message) -> Int
    private var sent = 0
    private var sum = 0

    init(_ observable: O, _ number: @escaping @Sendable (O.Message) -> Int) {
        self.observable = observable
        self.number = number
    }

    deinit { observers.stopObserving() }

    /// Adds observers that count in place.
    func observe(by count: Int) -> Self {
        for _ in 0..<count {
            let heard = Heard()
            self.heard.append(heard)
            observers.observe(observable) { [number] in heard.hear(number($0)) }
        }
        return self
    }

    /// Adds an observer that counts on a queue.
    func observe(on queue: DispatchQueue) -> Self {
        let heard = Heard()
        self.heard.append(heard)
        observers.observe(observable, on: queue) { [number] in heard.hear(number($0)) }
        return self
    }

    /// Sends messages with these numbers, and notes it.
    func send(_ numbers: Range<Int>, _ send: (O, Int) -> Void) {
        for number in numbers { send(observable, number) }
        note(numbers)
    }

    /// Notes that messages with these numbers were sent.
    func note(_ numbers: Range<Int>) {
        sent += numbers.count
        sum &+= (numbers.lowerBound + numbers.upperBound - 1) * numbers.count / 2
    }

    /// How many messages were heard, if each observer heard each message exactly once.
    func countHeard() -> Int? {
        heard.allSatisfy { $0.count == sent && $0.sum == sum } ? heard.count * sent : nil
    }

    private final class Heard: @unchecked Sendable {

        private(set) var count = 0, sum = 0

        func hear(_ number: Int) {
            count += 1
            sum &+= number
        }
    }
}

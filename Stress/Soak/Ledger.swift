import Dispatch
import SwiftObserver

/// Counts the messages that one observable sends and its observers receive.
///
/// `@unchecked Sendable` because one thread sends, handlers of one observation never overlap, and
/// comparisons follow a wait for all handlers.
final class Ledger<O: Observable & Sendable>: @unchecked Sendable where O.Message: Numbered {

    let observable: O

    /// The observer. The shared free observer can't die, so handlers need no reference to it.
    private let observer: FreeObserver
    private var heard: [HandlerSum] = []
    private var sent = 0
    private var sum = 0

    init(_ observable: O, observedBy observer: FreeObserver = FreeObserver()) {
        self.observable = observable
        self.observer = observer
    }

    deinit { observer.stopObserving(observable) }

    /// Adds observers that count in place.
    func observe(by count: Int) -> Self {
        for _ in 0..<count {
            let heard = HandlerSum()
            self.heard.append(heard)
            observer.observe(observable) { heard.hear($0.number) }
        }
        return self
    }

    /// Adds an observer that counts on a queue.
    func observe(on queue: DispatchQueue) -> Self {
        let heard = HandlerSum()
        self.heard.append(heard)
        observer.observe(observable, on: queue) { heard.hear($0.number) }
        return self
    }

    /// Sends messages with these numbers, and notes them.
    func send(_ numbers: Range<Int>, _ send: (O, Int) -> Void) {
        for number in numbers { send(observable, number) }
        note(numbers)
    }

    /// Notes that messages with these numbers were sent.
    func note(_ numbers: Range<Int>) {
        sent += numbers.count
        sum &+= (numbers.lowerBound + numbers.upperBound - 1) * numbers.count / 2
    }

    /// The number of received messages, or `nil` unless each was received exactly once.
    func countHeard() -> Int? {
        heard.allSatisfy { $0.count == sent && $0.sum == sum } ? heard.count * sent : nil
    }

    private final class HandlerSum: @unchecked Sendable {

        private(set) var count = 0, sum = 0

        func hear(_ number: Int) {
            count += 1
            sum &+= number
        }
    }
}

/// A message that contains a number.
protocol Numbered: Sendable {
    var number: Int { get }
}

extension Int: Numbered {
    var number: Int { self }
}

extension Update: Numbered where Value == Int {
    var number: Int { new }
}

import Dispatch
import SwiftObserver

/// Gets the value before it begins to observe.
final class GapCounter: SwiftObserverCounter, @unchecked Sendable {
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any Line {
        let number = number
        receive(number, number)
        return observe(variable, on: queue, receive)
    }
}

/// Gets the value when it observes already.
final class RepeatingCounter: SwiftObserverCounter, @unchecked Sendable {
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any Line {
        let line = observe(variable, on: queue, receive), number = number
        receive(number, number)
        return line
    }
}

import Dispatch
import SwiftObserver

/// Gets the value before it begins to observe.
final class GapCounterMutant: SwiftObserverCounter, @unchecked Sendable {
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        let number = number
        receive(number, number)
        return observe(variable, on: queue, receive)
    }
}

/// Gets the value after it has begun to observe.
final class RepeatingCounterMutant: SwiftObserverCounter, @unchecked Sendable {
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        let observation = observe(variable, on: queue, receive), number = number
        receive(number, number)
        return observation
    }
}

import Dispatch
import StressSupport
import SwiftObserver

/// Lets one more message wait than the limit allows.
final class RoomyMutant: SwiftObserverBoundedMessenger, @unchecked Sendable {
    override func observe(
        on queue: DispatchQueue, buffering: MessageBuffering, batches: Int?, missed: @escaping @Sendable (Int) -> Void,
        receive: @escaping @Sendable ([CountedMessage]) -> Void
    ) -> any SubjectObservation {
        super.observe(
            on: queue, buffering: buffering.shifted(by: 1), batches: batches, missed: missed, receive: receive)
    }
}

/// Lets one message less wait than the limit allows.
final class TightMutant: SwiftObserverBoundedMessenger, @unchecked Sendable {
    override func observe(
        on queue: DispatchQueue, buffering: MessageBuffering, batches: Int?, missed: @escaping @Sendable (Int) -> Void,
        receive: @escaping @Sendable ([CountedMessage]) -> Void
    ) -> any SubjectObservation {
        super.observe(
            on: queue, buffering: buffering.shifted(by: -1), batches: batches, missed: missed, receive: receive)
    }
}

/// Sometimes reports a loss that is one too low.
final class MiscountingMutant: SwiftObserverBoundedMessenger, @unchecked Sendable {
    override func observe(
        on queue: DispatchQueue, buffering: MessageBuffering, batches: Int?, missed: @escaping @Sendable (Int) -> Void,
        receive: @escaping @Sendable ([CountedMessage]) -> Void
    ) -> any SubjectObservation {
        super.observe(on: queue, buffering: buffering, batches: batches) {
            missed($0 > 1 && $0.isMultiple(of: 5) ? $0 - 1 : $0)
        } receive: {
            receive($0)
        }
    }
}

/// Reports a loss only after the next message.
final class LateLossMutant: SwiftObserverBoundedMessenger, @unchecked Sendable {
    override func observe(
        on queue: DispatchQueue, buffering: MessageBuffering, batches: Int?, missed: @escaping @Sendable (Int) -> Void,
        receive: @escaping @Sendable ([CountedMessage]) -> Void
    ) -> any SubjectObservation {
        let loss = Guarded(0)
        return super.observe(on: queue, buffering: buffering, batches: batches) { count in
            loss.withLock { $0 += count }
        } receive: { messages in
            receive(messages)
            let count = loss.withLock { exchange(&$0, 0) }
            if count > 0 { missed(count) }
        }
    }
}

/// Keeps messages that had to make room.
final class HoardingBoundMutant: SwiftObserverBoundedMessenger, @unchecked Sendable {
    private let hoard = Guarded([CountedMessage]())
    override func send(_ message: CountedMessage) {
        hoard.withLock { $0.append(message) }
        super.send(message)
    }
}

/// Drops updates instead of merging them.
final class DroppingMergeMutant: SwiftObserverMergingCounter, @unchecked Sendable {
    override func observeMerged(
        on queue: DispatchQueue, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        let observation = LatestObservation()
        observation.observe(variable).on(queue).buffering(.newest(1)).receive { receive($0.old, $0.new) }
        return observation
    }
}

/// Doesn't merge at all.
final class LazyMergeMutant: SwiftObserverMergingCounter, @unchecked Sendable {
    override func observeMerged(
        on queue: DispatchQueue, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        let observation = LatestObservation()
        observation.observe(variable, on: queue) { receive($0.old, $0.new) }
        return observation
    }
}

private func exchange(_ number: inout Int, _ new: Int) -> Int {
    defer { number = new }
    return number
}

extension MessageBuffering {
    fileprivate func shifted(by difference: Int) -> MessageBuffering {
        switch self {
        case .unbounded: .unbounded
        case .newest(let limit): .newest(max(1, limit + difference))
        case .oldest(let limit): .oldest(max(1, limit + difference))
        case .upTo(let limit): .upTo(max(1, limit + difference))
        }
    }
}

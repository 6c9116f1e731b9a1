import Dispatch
import StressSupport
import SwiftObserver

/// An observable whose close is broken by its subclasses.
class ClosingMutant: SwiftObserverClosing, @unchecked Sendable {
    override class func close(_ all: [SwiftObserverClosing], within duration: Duration) -> Bool {
        all.map { $0.close(within: duration) }.allSatisfy { $0 }
    }
}

/// Doesn't refuse messages after the close.
final class AcceptingMutant: ClosingMutant, @unchecked Sendable {
    override func close(within duration: Duration) -> Bool { drain(within: duration) }
    override func close(within duration: Duration) async -> Bool { await drain(within: duration) }
}

/// Loses a message while it's being closed.
final class LosingCloseMutant: ClosingMutant, @unchecked Sendable {
    private let isClosing = Flag()
    override func send(_ message: CountedMessage) { if !isClosing.isSet { super.send(message) } }
    override func close(within duration: Duration) -> Bool {
        isClosing.set()
        return super.close(within: duration)
    }
    override func close(within duration: Duration) async -> Bool {
        isClosing.set()
        return await super.close(within: duration)
    }
}

/// Doesn't wait until everything is handled.
final class HastyCloseMutant: ClosingMutant, @unchecked Sendable {
    override func close(within duration: Duration) -> Bool {
        _ = super.close(within: .zero)
        return true
    }
    override func close(within duration: Duration) async -> Bool {
        _ = await super.close(within: .zero)
        return true
    }
}

/// Ends observations without waiting for their handlers.
final class HastyEndMutant: ClosingMutant, @unchecked Sendable {

    override func observe(
        _ place: HandlingPlace, _ receive: @escaping @Sendable () -> Void
    ) -> any ClosingObservation {
        HastyObservation(observation: super.observe(place, receive))
    }

    private struct HastyObservation: ClosingObservation {
        let observation: any ClosingObservation
        var isObserving: Bool { observation.isObserving }
        func stop() { observation.stop() }
        func stopAndWait() -> Bool {
            observation.stop()
            return true
        }
    }
}

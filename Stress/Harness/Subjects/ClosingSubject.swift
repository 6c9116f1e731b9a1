import Dispatch
import SwiftObserver

/// An observable that can be closed.
protocol ClosingSubject: AnyObject, Sendable {
    init(_ kind: ClosingKind)

    /// Sends a message. Does nothing if the observable gets its messages from another one.
    func send(_ message: CountedMessage)
    func observe(_ place: HandlingPlace, _ receive: @escaping @Sendable () -> Void) -> any ClosingObservation

    /// Closes it. Returns `true` if everything is handled.
    func close(within duration: Duration) -> Bool
    func close(within duration: Duration) async -> Bool

    /// Closes one after the other. Returns `true` if everything is handled.
    static func close(_ all: [Self], within duration: Duration) -> Bool

    var refusedCount: Int { get }
}

/// The kinds of observables to close.
enum ClosingKind {
    case messenger
    case messengerOnQueue(DispatchQueue)
    case variable
    case map(of: any ClosingSubject)
}

/// The places where messages are handled.
enum HandlingPlace {
    case inPlace
    case queue(DispatchQueue)
    case actor(HandlingActor)
    case loop(hasEnded: @Sendable () -> Void)
}

/// An observation that can be ended so that its handler no longer runs.
protocol ClosingObservation: Sendable {

    /// Ends the observation. Returns `true` if its handler no longer runs.
    func stopAndWait() -> Bool
    func stop()
    var isObserving: Bool { get }
}

/// An observable of the library.
class SwiftObserverClosing: ClosingSubject, @unchecked Sendable {

    private let observable: any Observable & Sendable
    private let dispatch: @Sendable (CountedMessage) -> Void

    required init(_ kind: ClosingKind) {
        switch kind {
        case .messenger: (observable, dispatch) = Self.messenger(Messenger())
        case .messengerOnQueue(let queue): (observable, dispatch) = Self.messenger(Messenger(on: queue))
        case .variable:
            let variable = Var(-1)
            // no two values are equal, so each one is a change
            (observable, dispatch) = (variable, { variable.value = $0.stamp.began })
        case .map(let origin):
            guard let origin = (origin as? SwiftObserverClosing)?.observable as? Messenger<CountedMessage> else {
                preconditionFailure("Only messengers are mapped.")
            }
            (observable, dispatch) = (origin.map { $0 }, { _ in })
        }
    }

    private static func messenger(
        _ messenger: Messenger<CountedMessage>
    ) -> (any Observable & Sendable, @Sendable (CountedMessage) -> Void) {
        (messenger, { messenger.send($0) })
    }

    func send(_ message: CountedMessage) { dispatch(message) }

    func observe(_ place: HandlingPlace, _ receive: @escaping @Sendable () -> Void) -> any ClosingObservation {
        switch observable {
        case let messenger as Messenger<CountedMessage>: Self.observe(messenger, place, receive)
        case let variable as Var<Int>: Self.observe(variable, place, receive)
        case let map as Map<Messenger<CountedMessage>, CountedMessage>: Self.observe(map, place, receive)
        default: preconditionFailure("There's no such observable.")
        }
    }

    private static func observe<O: Observable & Sendable>(
        _ observable: O, _ place: HandlingPlace, _ receive: @escaping @Sendable () -> Void
    ) -> any ClosingObservation where O.Message: Sendable {
        let observation = Observation(observable)
        switch place {
        case .inPlace: observation.observe(observable) { _ in receive() }
        case .queue(let queue): observation.observe(observable, on: queue) { _ in receive() }
        case .actor(let actor): observation.observe(observable, on: actor) { _, _ in receive() }
        case .loop(let end):
            Task.detached { [messages = observable.messages()] in
                for await _ in messages { receive() }
                end()
            }
        }
        return observation
    }

    private final class Observation<O: Observable & Sendable>: Observer, ClosingObservation {
        let receiver = Receiver()
        private let observable: O
        init(_ observable: O) { self.observable = observable }
        func stop() { stopObserving(observable) }
        func stopAndWait() -> Bool { stopObservingAndWait(observable) }
        var isObserving: Bool { isObserving(observable) }
    }

    func close(within duration: Duration) -> Bool { observable.close(within: duration).isEmpty }
    func close(within duration: Duration) async -> Bool { await observable.close(within: duration).isEmpty }

    final func drain(within duration: Duration) -> Bool { observable.drain(within: duration).isEmpty }
    final func drain(within duration: Duration) async -> Bool { await observable.drain(within: duration).isEmpty }

    class func close(_ all: [SwiftObserverClosing], within duration: Duration) -> Bool {
        SwiftObserver.close(all.map(\.observable), within: duration).isEmpty
    }

    var refusedCount: Int { observable.refusedCount }
}

import Dispatch
import SwiftObserver

/// A number that can be observed from its current value on, as clause 16 needs it.
protocol CounterSubject: AnyObject, Sendable {
    init()

    /// `true` if an observation always starts with an update that changes nothing.
    static var startsWithValue: Bool { get }

    var number: Int { get }
    func increment()
    func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation
}

/// The library's counter under attack.
class SwiftObserverCounter: CounterSubject, @unchecked Sendable {

    let variable = Var(0)

    required init() {}

    class var startsWithValue: Bool { true }
    var number: Int { variable.value }
    func increment() { variable.value += 1 }

    func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        observe(variable.startingWithLatest(), on: queue, receive)
    }

    final func observe<O: Observable>(
        _ observable: O, on queue: DispatchQueue?,
        _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation where O.Message == Update<Int> {
        let observation = LatestObservation()
        if let queue {
            observation.observe(observable, on: queue) { receive($0.old, $0.new) }
        } else {
            observation.observe(observable) { receive($0.old, $0.new) }
        }
        return observation
    }
}

final class BufferCounter: SwiftObserverCounter, @unchecked Sendable {
    private lazy var buffer = variable.buffer().unwrap(Update(0, 0))
    required init() {
        super.init()
        _ = buffer
    }
    override class var startsWithValue: Bool { false }
    override var number: Int { buffer.latestMessage.new }
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        observe(buffer.startingWithLatest(), on: queue, receive)
    }
}

final class MapCounter: SwiftObserverCounter, @unchecked Sendable {
    private lazy var map = variable.map { $0 }
    required init() {
        super.init()
        _ = map
    }
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        observe(map.startingWithLatest(), on: queue, receive)
    }
}

/// An observation that lasts as long as this object, unless it's ended before.
final class LatestObservation: Observer, SubjectObservation {
    let receiver = Receiver()
    func stop() { stopObserving() }
}

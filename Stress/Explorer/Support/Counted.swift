import SwiftObserver

/// Something foreign that must die in time, and never under a lock.
class Counted: @unchecked Sendable {

    let name: String

    init(_ name: String) {
        self.name = name
        Self.counts[ObjectIdentifier(Self.self), default: 0] += 1
    }

    deinit {
        Self.counts[ObjectIdentifier(Self.self), default: 0] -= 1
        Explorer.shared.died(name, isStep: Self.isDeathStep)
    }

    /// Whether others may run while an object of this class dies. By then it can't be reached by weak references any more.
    class var isDeathStep: Bool { false }

    /// How many objects of this class exist.
    final class var count: Int { counts[ObjectIdentifier(self), default: 0] }

    /// How many counted objects exist.
    static var alive: Int { counts.values.reduce(0, +) }

    static func forget() { counts = [:] }

    nonisolated(unsafe) private static var counts: [ObjectIdentifier: Int] = [:]
}

/// A message.
final class Memo: Counted, Equatable, @unchecked Sendable {

    let number: Int

    init(_ number: Int) {
        self.number = number
        super.init("memo \(number)")
    }

    static func == (left: Memo, right: Memo) -> Bool { left.number == right.number }
}

/// Something that a handler holds on to.
final class Captured: Counted, @unchecked Sendable {}

/// An author of messages.
final class Author: Counted, @unchecked Sendable {
    override class var isDeathStep: Bool { true }
}

/// An observer.
final class Ear: Counted, Observer, @unchecked Sendable {

    let receiver = Receiver()

    override class var isDeathStep: Bool { true }

    /// Observes with a handler that must not outlive the observation nor run without the observer.
    func listen<O: Observable>(
        to observable: O, _ heard: Heard, on queue: DispatchQueue? = nil,
        as text: @escaping @Sendable (O.Message) -> String, then act: @escaping @Sendable (O.Message) -> Void = { _ in }
    ) where O.Message: Sendable {
        let handle: @Sendable (O.Message) -> Void = {
            [weak self, name, captured = Captured("handler")] message in
            expect(self != nil, "\(name) is called when it's dead")
            withExtendedLifetime(captured) { heard.hear(name, text(message)) { act(message) } }
            expect(self != nil, "\(name) died during its handler")
        }
        if let queue { observe(observable, on: queue, receive: handle) } else { observe(observable, receive: handle) }
    }

    func listen<O: Observable>(
        to observable: O, _ heard: Heard, on queue: DispatchQueue? = nil,
        then act: @escaping @Sendable (Memo) -> Void = { _ in }
    ) where O.Message == Memo {
        listen(to: observable, heard, on: queue, as: { "\($0.number)" }, then: act)
    }
}

extension Ear {

    /// Observes on an actor with a handler that must not run without the observer.
    func listen(to messenger: Messenger<Memo>, _ heard: Heard, on home: Home) {
        observe(messenger, on: home) { [weak self, name, captured = Captured("handler")] _, memo in
            expect(self != nil, "\(name) is called when it's dead")
            withExtendedLifetime(captured) { heard.hear(name, "\(memo.number)") }
            expect(self != nil, "\(name) died during its handler")
        }
    }
}

/// An observable that sends in its own `deinit`.
final class Speaker: Counted, Observable, @unchecked Sendable {
    let messenger = Messenger<Memo>()
    override class var isDeathStep: Bool { true }
    deinit { send(Memo(99)) }
}

/// A variable whose content all strands may replace, as only one of them runs at a time.
final class Box<Content>: @unchecked Sendable {

    var content: Content

    init(_ content: Content) { self.content = content }

    /// Takes the content out as a step of its own, so that it can die at any moment.
    func drop<Wrapped>() where Content == Wrapped? {
        step("drop")
        let dropped = content
        content = nil
        withExtendedLifetime(dropped) {}
    }
}

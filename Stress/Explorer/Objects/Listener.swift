import SwiftObserver

/// An observer whose handlers note what they receive.
final class Listener: Counted, Observer, @unchecked Sendable {

    let receiver = Receiver()

    override class var isDeathStep: Bool { true }

    /// Observes with a handler that must not outlive the observation or run without the observer.
    func listen<O: MessageSource>(
        to observable: O, _ heard: HeardMessages, on place: (any DeliveryPlace)? = nil,
        as text: @escaping @Sendable (O.Message) -> String, then act: @escaping @Sendable (O.Message) -> Void = { _ in }
    ) where O.Message: Sendable {
        let handle: @Sendable (O.Message) -> Void = {
            [weak self, name, captured = Captured("handler")] message in
            expect(self != nil, "\(name) is called after its death")
            withExtendedLifetime(captured) { heard.hear(name, text(message)) { act(message) } }
            expect(self != nil, "\(name) died during its handler")
        }
        if let place { observe(observable, on: place, receive: handle) } else { observe(observable, receive: handle) }
    }

    func listen<O: Observable>(
        to observable: O, _ heard: HeardMessages, on place: (any DeliveryPlace)? = nil,
        then act: @escaping @Sendable (Memo) -> Void = { _ in }
    ) where O.Message == Memo {
        listen(to: observable, heard, on: place, as: { "\($0.number)" }, then: act)
    }
}

extension Listener {

    /// Observes on an actor, with a handler that must not run without the observer.
    func listen(to messenger: Messenger<Memo>, _ heard: HeardMessages, on home: ControlledActor) {
        observe(messenger, on: home) { [weak self, name, captured = Captured("handler")] _, memo in
            expect(self != nil, "\(name) is called after its death")
            withExtendedLifetime(captured) { heard.hear(name, "\(memo.number)") }
            expect(self != nil, "\(name) died during its handler")
        }
    }
}

/// Makes observers with these names.
func listeners(_ names: String...) -> [Listener] { names.map { Listener($0) } }

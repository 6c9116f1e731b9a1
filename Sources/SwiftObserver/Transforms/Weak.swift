/// Stands for another observable without keeping it alive.
///
/// Observing the stand-in is like observing the other one: it passes on all messages and their authors. It remembers
/// none of them. When the other one dies, the stand-in sends nothing any more.
///
/// ```swift
/// let weakNumber = Weak(number)
/// let value = weakNumber.observable?.value
/// ```
///
/// It is `Sendable` if the messages are.
public final class Weak<O: MessageSource>: Messenger<O.Message> {

    /// Creates a stand-in.
    public init(_ observable: O, file: StaticString = #fileID, line: UInt = #line) {
        let messenger = observable.sourceMessenger.messenger
        let office = PostOffice()
        weakObservable = observable
        observation = Observation.forwarding(
            messenger, to: office, of: Weak.self, at: StartPoint(O.self, file, line)
        ) { _ in .relay { office.send($0, from: $1) } }
        super.init(office)
        messenger.start(observation)
    }

    deinit { observation.end() }

    fileprivate weak var weakObservable: O?
    private let observation: Observation<O.Message>
}

extension Weak where O: Sendable {

    /// The other observable, as long as it lives.
    ///
    /// Only for `Sendable` observables, since the stand-in can be anywhere.
    public var observable: O? {
        willLoadWeakReference()
        return weakObservable
    }
}

/// `@unchecked` because nothing of it changes, and weak references may be read on any thread.
extension Weak: @unchecked Sendable where O.Message: Sendable {}

/// Stands for another observable without retaining it.
///
/// The stand-in passes on all messages of the other observable, and their authors. It remembers
/// none of them. After the other observable is deallocated, the stand-in sends nothing more.
///
/// ```swift
/// let weakNumber = Weak(number)
/// let value = weakNumber.observable?.value
/// ```
///
/// It's `Sendable` if its messages are.
public final class Weak<O: MessageSource>: Messenger<O.Message> {

    /// Creates a stand-in for an observable.
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

    /// The other observable, or `nil` after its deallocation.
    ///
    /// Only available for `Sendable` observables, since any thread may use the stand-in.
    public var observable: O? {
        willLoadWeakReference()
        return weakObservable
    }
}

/// `@unchecked` because nothing changes, and any thread may read weak references.
extension Weak: @unchecked Sendable where O.Message: Sendable {}

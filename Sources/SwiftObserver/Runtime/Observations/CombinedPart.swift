/// One observable of a combined observation, without the type of messages.
///
/// `@unchecked Sendable` because it's immutable, apart from what the lock guards.
class AnyCombinedPart: @unchecked Sendable {

    /// Identifies the observable among all parts. An office gets messages of one type only.
    final let office: ObjectIdentifier

    /// The progress of the part. The lock also guards the latest message.
    ///
    /// No other lock is taken while this one is held.
    final let turns = Protected(Turns())

    /// The numbers of messages that were passed on to the combination's office, and begun there.
    ///
    /// Parts that don't need these numbers don't count.
    struct Turns {

        var passed = 0
        var begun = 0

        /// The thread that handles a message of this part.
        var handlingThread: ThreadID?

        /// The number below which the waiting messages must fall for a waiter, or 0 without one.
        var wantedLimit = 0

        var waiting: Int { passed - begun }
    }

    init(of office: ObjectIdentifier) { self.office = office }

    /// Counts a message before it's passed on.
    final func pass() { turns.withLock { $0.passed += 1 } }

    /// Counts a message before it's handled. The handling lasts until it becomes the latest one.
    final func begin() {
        let makesRoom = turns.withLock { turns in
            turns.begun += 1
            turns.handlingThread = .current
            return turns.waiting < turns.wantedLimit
        }
        if makesRoom { makeRoom() }
    }

    /// Lets waiters for room in the observable resume.
    func makeRoom() {}

    /// The messenger of the observable, as long as it lives.
    var messenger: AnyObject? { nil }

    /// `true` if the observable is dead and never reports that, because its messenger lives on.
    var isLost: Bool { false }

    /// A copy of the latest message.
    var anyLatest: Any { () }

    /// Makes a message of the observable the latest one. The previous one is released without
    /// locks.
    func setLatest(to message: Any, _ work: inout DeferredWork) {}

    /// The part as one that sends messages of that type.
    @inline(__always)
    final func of<Message>(_: Message.Type) -> CombinedPart<Message> {
        unsafeDowncast(self, to: CombinedPart<Message>.self)
    }
}

/// One observable of a combined observation, which sends messages of one type.
///
/// It stores the latest message before the one that is being handled or, if messages can be
/// dropped, posted. Until the observable sends a message, that's the message with which the
/// observation of the part started.
class CombinedPart<Message>: AnyCombinedPart, @unchecked Sendable {

    // The lock guards these two but doesn't contain them, because the type of such a value would be
    // looked up each time.

    @exclusivity(unchecked)
    private nonisolated(unsafe) var guardedLatest: Message

    /// `true` if the pulled message is in use, by a call of the handler or as a copy.
    @exclusivity(unchecked)
    private nonisolated(unsafe) var isUsed = false

    /// Converts messages for calls that they don't trigger, if they differ there.
    private let settler: Settler<Message>?

    /// - Parameter latest: The latest message, pulled before the observation of the part starts.
    init(of office: ObjectIdentifier, latest: Message) {
        guardedLatest = latest
        settler = (Message.self as? any SettlingMessage.Type).map {
            unsafeDowncast($0.settler, to: Settler<Message>.self)
        }
        super.init(of: office)
    }

    /// The latest message, for a call that another part has triggered.
    final var latest: Message {
        turns.withLock { _ in
            isUsed = true
            return guardedLatest
        }
    }

    /// Takes the message with which the observation starts.
    ///
    /// Returns `false` if the handler needs to be called with it, because it was already called
    /// with an older one. The caller may hold locks.
    final func takeFirst(_ message: Message, _ work: inout DeferredWork) -> Bool {
        turns.withLock { _ in
            if !isUsed { replaceLatest(with: message, &work) }
            return !isUsed
        }
    }

    private func replaceLatest(with message: Message, _ work: inout DeferredWork) {
        var latest = message
        settler?.settle(&latest)
        swap(&latest, &guardedLatest)
        work.release(holding: latest)
    }

    final override var anyLatest: Any { latest }

    final override func setLatest(to message: Any, _ work: inout DeferredWork) {
        let message = assume(message, is: Message.self)
        turns.withLock { turns in
            turns.handlingThread = nil
            replaceLatest(with: message, &work)
        }
    }
}

/// A message whose type its part knows. Checking the type would take many times as long.
func assume<Message>(_ message: Any, is _: Message.Type) -> Message {
    func known<Known>(_ message: Known) -> Message {
        assert(Known.self == Message.self)
        return withUnsafePointer(to: message) {
            UnsafeRawPointer($0).assumingMemoryBound(to: Message.self).pointee
        }
    }
    return _openExistential(message, do: known)
}

/// A message that is different in calls of a combined handler that it doesn't trigger.
protocol SettlingMessage {

    /// A `Settler` of such messages.
    static var settler: AnyObject { get }
}

/// Turns a message into what it is in calls that it doesn't trigger.
///
/// An object with a method, and not a closure, so that no type is looked up with each message.
/// `@unchecked Sendable` because it and its subclasses have no state.
class Settler<Message>: @unchecked Sendable {

    func settle(_ message: inout Message) {}
}

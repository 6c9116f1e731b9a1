/// Runs the destructors of a chain of objects on a stack that doesn't grow with the chain.
///
/// Releasing the first object of a chain runs a destructor that releases the next one, and so on. A
/// transform releases its origin, and an unfulfilled promise abandons the promises that were made
/// from it. The destructors are nested, but only to a certain depth. Deeper ones are added to a
/// list. The destructor at that depth runs them on the same thread before it returns.
///
/// So in short chains, nothing waits. In long chains, everything is done when the first destructor
/// returns.
///
/// Call this only to release objects, never to call handlers. Fulfilling promises this way would be
/// wrong: what a handler does to other promises would have to wait until that handler returns.
///
/// Deferred work has a trampoline of its own. A dropped message may send in its destructor, and so
/// call handlers. Objects that such a handler releases must not wait until that destructor returns.
struct Trampoline: ~Copyable, Sendable {

    /// For messages that were dropped or merged.
    static let deferred = Trampoline()

    private static let destructors = Trampoline()

    /// Releases an object, now or when the destructor at the maximum depth is done.
    static func release<Subject>(_ subject: consuming Subject) { perform(subject) { _ in } }

    /// Acts on an object and then releases it.
    ///
    /// That happens now or when the destructor at the maximum depth is done.
    static func perform<Subject>(_ subject: consuming Subject, _ act: @escaping (consuming Subject) -> Void) {
        destructors.perform(subject, act)
    }

    /// Acts on an object and then releases it, on this trampoline.
    func perform<Subject>(_ subject: consuming Subject, _ act: @escaping (consuming Subject) -> Void) {
        let depth = depthOrListAddress
        if depth < Tuning.nestedReleases {
            depthOrListAddress = depth + 1
            act(subject)
            depthOrListAddress = depth
        } else if depth == Tuning.nestedReleases {
            performWithAllThatFollows(PendingAction(subject, act))
        } else {
            PendingActions.at(depthOrListAddress).append(PendingAction(subject, act))
        }
    }

    private func performWithAllThatFollows(_ first: AnyPendingAction) {
        let pending = PendingActions()
        depthOrListAddress = pending.address
        first.perform()
        while let next = pending.next() { next.perform() }
        depthOrListAddress = Tuning.nestedReleases
    }

    /// The depth of the calling thread or, beyond the maximum, the address of its list.
    private var depthOrListAddress: UInt {
        @inline(__always)
        get { word.value }
        @inline(__always)
        nonmutating set { word.value = newValue }
    }

    private let word = ThreadLocalWord()
}

/// The actions that one thread has deferred, oldest first. No other thread accesses them.
private final class PendingActions {

    private var actions = SegmentedQueue<AnyPendingAction>()

    func append(_ action: AnyPendingAction) { actions.append(action) }
    func next() -> AnyPendingAction? { actions.count > 0 ? actions.removeFirst() : nil }

    var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    static func at(_ address: UInt) -> PendingActions {
        guard let address = UnsafeRawPointer(bitPattern: address) else { preconditionFailure("Nothing is pending.") }
        return Unmanaged.fromOpaque(address).takeUnretainedValue()
    }
}

/// An action to be performed once.
private class AnyPendingAction {
    func perform() {}
}

private final class PendingAction<Subject>: AnyPendingAction {

    private var subject: Subject?
    private let act: (consuming Subject) -> Void

    init(_ subject: consuming Subject, _ act: @escaping (consuming Subject) -> Void) {
        self.subject = subject
        self.act = act
    }

    override func perform() { if let subject = subject.take() { act(subject) } }
}

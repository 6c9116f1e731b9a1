#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Does what links of a chain bring about one after the other, on a stack that doesn't grow with the chain.
///
/// To fulfill a promise fulfills what was made of it, to break one breaks that, and to release a transform releases its
/// origin. Each happens within the one before, but only to a certain depth. What would be deeper waits in a list until
/// the one at that depth is done, and is then done there, on the same thread, before the one at that depth returns.
///
/// So where chains are short, nothing waits, and where they're long, all is done when the first link returns.
enum Cascade {

    /// How many links may be done within each other.
    static var maximumDepth: UInt {
        #if EXPLORE
            1
        #else
            16
        #endif
    }

    /// Lets go of something, now or when the link at the maximum depth is done.
    static func release<Subject>(_ subject: consuming Subject) { perform(subject) { _ in } }

    /// Acts on something and then lets go of it, now or when the link at the maximum depth is done.
    static func perform<Subject>(_ subject: consuming Subject, _ act: @escaping (consuming Subject) -> Void) {
        let depth = mark
        if depth < maximumDepth {
            mark = depth + 1
            act(subject)
            mark = depth
        } else if depth == maximumDepth {
            performWithAllThatFollows(Act(subject, act))
        } else {
            Followers.at(depth).append(Act(subject, act))
        }
    }

    private static func performWithAllThatFollows(_ first: AnyAct) {
        let followers = Followers()
        mark = followers.address
        first.perform()
        while let next = followers.next() { next.perform() }
        mark = maximumDepth
    }

    /// What the calling thread is doing: the depth or, beyond the maximum, the address of the list of what follows.
    private static var mark: UInt {
        @inline(__always)
        get { UInt(bitPattern: pthread_getspecific(key)) }
        @inline(__always)
        set { Misuse.check(pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)), "pthread_setspecific") }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        Misuse.check(pthread_key_create(&key, nil), "pthread_key_create")
        return key
    }()
}

/// What follows from the link at the maximum depth, oldest first. Only one thread knows it.
private final class Followers {

    private var line = Line<AnyAct>()

    func append(_ act: AnyAct) { line.append(act) }
    func next() -> AnyAct? { line.count > 0 ? line.removeFirst() : nil }

    var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    static func at(_ address: UInt) -> Followers {
        guard let address = UnsafeRawPointer(bitPattern: address) else { preconditionFailure("Nothing follows.") }
        return Unmanaged.fromOpaque(address).takeUnretainedValue()
    }
}

/// Something to be done once.
private class AnyAct {
    func perform() {}
}

private final class Act<Subject>: AnyAct {

    private var subject: Subject?
    private let act: (consuming Subject) -> Void

    init(_ subject: consuming Subject, _ act: @escaping (consuming Subject) -> Void) {
        self.subject = subject
        self.act = act
    }

    override func perform() { if let subject = subject.take() { act(subject) } }
}

import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Identifies a thread for as long as it lives.
struct ThreadID: Hashable, Sendable {

    /// An address that belongs to the thread, so it's neither 0 nor the highest number.
    let value: UInt

    init(_ value: UInt) { self.value = value }

    static var current: ThreadID {
        @inline(__always)
        get {
            #if canImport(Glibc)
                ThreadID(UInt(pthread_self()))
            #else
                ThreadID(UInt(bitPattern: pthread_self()))
            #endif
        }
    }
}

extension ThreadID: CustomStringConvertible {

    /// The identifier in the form that debuggers show.
    var description: String { "0x" + String(value, radix: 16) }
}

/// A number that each thread has for itself. It's 0 on a new thread.
///
/// The key is made when it's first needed, and not by a lazy constant. ThreadSanitizer takes each
/// use of such a constant for synchronization between threads. Since each message needs such a
/// number, it would then miss most data races, including those of clients.
///
/// The initializer does nothing but store numbers. So if a static constant has this type, optimized
/// builds contain its memory, and it isn't lazy. In debug builds it is.
struct ThreadLocalWord: ~Copyable, Sendable {

    /// The key, or the highest number until there's a key.
    ///
    /// All loads acquire. They pair with the exchange in `makeKey`, which releases, so a thread
    /// that finds a key can use it. On AArch64, that's `ldar`, and `casal` or a loop of `ldaxr` and
    /// `stlxr`.
    ///
    /// A thread that finds no key tries to make one. The exchange tells it whether another thread
    /// was first, so an outdated load does no harm.
    ///
    /// Keys outlive the schedule in which they're made, so the explorer mustn't schedule these
    /// steps. That's why this isn't the `Atomic` that it replaces.
    private let knownKey = Synchronization.Atomic(UInt.max)

    /// The number of the calling thread.
    var value: UInt {
        @inline(__always)
        get { UInt(bitPattern: pthread_getspecific(key)) }
        @inline(__always)
        nonmutating set {
            Misuse.check(pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)), "pthread_setspecific")
        }
    }

    private var key: pthread_key_t {
        @inline(__always)
        get {
            let known = knownKey.load(ordering: .acquiring)
            return known == .max ? makeKey() : pthread_key_t(truncatingIfNeeded: known)
        }
    }

    /// Makes the key, or returns the one that another thread has made first.
    @inline(never)
    private func makeKey() -> pthread_key_t {
        var new = pthread_key_t()
        Misuse.check(pthread_key_create(&new, nil), "pthread_key_create")
        let (isOurs, theirs) = knownKey.compareExchange(
            expected: .max, desired: UInt(new), successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
        if isOurs { return new }
        Misuse.check(pthread_key_delete(new), "pthread_key_delete")
        return pthread_key_t(theirs)
    }
}

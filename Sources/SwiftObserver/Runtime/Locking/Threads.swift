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
struct ThreadLocalWord: Sendable {

    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        Misuse.check(pthread_key_create(&key, nil), "pthread_key_create")
        self.key = key
    }

    /// The number of the calling thread.
    var value: UInt {
        @inline(__always)
        get { UInt(bitPattern: pthread_getspecific(key)) }
        @inline(__always)
        nonmutating set {
            Misuse.check(pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)), "pthread_setspecific")
        }
    }
}

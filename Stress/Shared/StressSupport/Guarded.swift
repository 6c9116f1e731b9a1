import Foundation

/// State under a lock that sanitizers understand, unlike that of the standard library.
///
/// `@unchecked Sendable` because the state is only reached under the lock.
package final class Guarded<State>: @unchecked Sendable {

    @usableFromInline
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    @usableFromInline
    var state: State

    package init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inlinable
    @inline(__always)
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}

extension Array {

    /// The same elements in memory of their own.
    ///
    /// A plain copy shares memory until it's released. Then another thread may write there. Counts
    /// of references order that, but ThreadSanitizer doesn't see it.
    package var inOwnMemory: [Element] { map { $0 } }
}

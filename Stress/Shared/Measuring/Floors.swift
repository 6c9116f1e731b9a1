import Foundation

/// Closures in an array: the minimum cost of sending a message.
package final class Closures {
    var all: [@Sendable (Int) -> Void] = []
    package init(_ count: Int, _ handle: @escaping @Sendable (Int) -> Void) {
        all = Array(repeating: handle, count: count)
    }
    @inline(never)
    package func send(_ message: Int) { for handle in all { handle(message) } }
}

/// Closures behind a mutex, with a snapshot of the array, and without any other guarantee.
///
/// `@unchecked Sendable` because the mutex guards the array.
package final class LockedClosures: @unchecked Sendable {

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var all: [Int: @Sendable (Int) -> Void] = [:]
    private var snapshot: [@Sendable (Int) -> Void] = []
    private var latestKey = 0

    package init(_ count: Int = 0, _ handle: @escaping @Sendable (Int) -> Void = { _ in }) {
        pthread_mutex_init(mutex, nil)
        for _ in 0..<count { _ = start(handle) }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(never)
    package func send(_ message: Int) {
        pthread_mutex_lock(mutex)
        if snapshot.count != all.count { snapshot = all.sorted { $0.key < $1.key }.map(\.value) }
        let handlers = snapshot
        pthread_mutex_unlock(mutex)
        for handle in handlers { handle(message) }
    }

    @inline(never)
    package func sendLocked(_ message: Int) {
        pthread_mutex_lock(mutex)
        for handle in snapshot { handle(message) }
        pthread_mutex_unlock(mutex)
    }

    @inline(never)
    package func start(_ handle: @escaping @Sendable (Int) -> Void) -> Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        latestKey += 1
        all[latestKey] = handle
        snapshot = []
        return latestKey
    }

    @inline(never)
    package func end(_ key: Int) {
        pthread_mutex_lock(mutex)
        let handle = all.removeValue(forKey: key)
        snapshot = []
        pthread_mutex_unlock(mutex)
        withExtendedLifetime(handle) {}
    }

    @inline(never)
    package func locked(_ act: () -> Void) {
        pthread_mutex_lock(mutex)
        act()
        pthread_mutex_unlock(mutex)
    }
}

/// An object for weak references.
package final class WeaklyObserving: Sendable {}

/// Closures of observers that can die, in a dictionary behind a mutex.
///
/// `@unchecked Sendable` because the mutex guards the dictionary.
package final class LockedWeakObservers: @unchecked Sendable {

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var all: [Int: Entry] = [:]
    private var latestKey = 0

    private struct Entry {
        weak var observer: WeaklyObserving?
        let handle: @Sendable (Int) -> Void
    }

    package init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(never)
    package func start(_ observer: WeaklyObserving, _ handle: @escaping @Sendable (Int) -> Void) -> Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        latestKey += 1
        all[latestKey] = Entry(observer: observer, handle: handle)
        return latestKey
    }

    @inline(never)
    package func end(_ key: Int) {
        pthread_mutex_lock(mutex)
        let entry = all.removeValue(forKey: key)
        pthread_mutex_unlock(mutex)
        withExtendedLifetime(entry) {}
    }
}

/// A diamond of values that are computed under a mutex, and a handler of the top one.
///
/// `@unchecked Sendable` because the mutex guards the values.
package final class LockedDiamond: @unchecked Sendable {

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let handle: @Sendable (Int) -> Void
    private var root = 0, left = 0, right = 0, top = 0

    package init(_ handle: @escaping @Sendable (Int) -> Void) {
        self.handle = handle
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(never)
    package func set(_ value: Int) {
        pthread_mutex_lock(mutex)
        root = value
        left = root &+ 1
        right = root &* 2
        let old = top
        top = left &+ right
        let new = top
        pthread_mutex_unlock(mutex)
        if new != old { handle(new) }
    }
}

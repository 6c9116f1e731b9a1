import Dispatch
import SwiftObserver
import Synchronization
import Testing

/// An observer for tests.
final class Dog: Observer, Sendable { let receiver = Receiver() }

/// Collects values from any thread, in the order of recording.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = LockedBox<[Value]>([])
    // With memory of their own. ThreadSanitizer doesn't see that the release of shared memory comes
    // before the next change there.
    var values: [Value] { recorded.withLock { $0.map { $0 } } }
    var count: Int { recorded.withLock { $0.count } }
    func record(_ value: Value) { recorded.withLock { $0.append(value) } }
    func clear() { recorded.withLock { $0 = [] } }
}

/// A value with a lock that ThreadSanitizer understands.
final class LockedBox<Value>: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    private var value: Value
    init(_ value: Value) { self.value = value }
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        semaphore.wait()
        defer { semaphore.signal() }
        return body(&value)
    }
}

/// Blocks threads until it's opened. Then it stays open.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    /// Waits until the gate is open. Returns `false` after the hang limit.
    @discardableResult
    func pass() -> Bool { pass(before: .hangLimit) }

    /// Whether the gate is open, without waiting.
    var isOpen: Bool { pass(before: .now()) }

    /// Waits until the gate is open. Returns `false` after the deadline.
    func pass(before deadline: DispatchTime) -> Bool {
        guard semaphore.wait(timeout: deadline) == .success else { return false }
        semaphore.signal()
        return true
    }
}

/// An object that calls a closure when it's deallocated. Capture it in handlers, or send it as a
/// message or author.
final class Mortal: Sendable {
    private let onDeath: @Sendable () -> Void
    init(onDeath: @escaping @Sendable () -> Void = {}) { self.onDeath = onDeath }
    deinit { onDeath() }
    func touch() {}
}

/// A weak reference that `@Sendable` closures can capture.
struct WeakBox<Object: AnyObject>: @unchecked Sendable {
    weak var object: Object?
    init(_ object: Object) { self.object = object }
    var isAlive: Bool { object != nil }
}

/// Runs the closure on that many threads at the same time, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let ready = DispatchSemaphore(value: 0), start = DispatchSemaphore(value: 0), done = DispatchGroup()
    for index in 0..<count {
        let queue = DispatchQueue(label: "thread \(index)")
        queue.async(group: done) {
            ready.signal()
            start.wait()
            body(index)
        }
    }
    for _ in 0..<count { ready.wait() }
    for _ in 0..<count { start.signal() }
    done.wait()
}

/// Runs the closure on another thread, and waits for it.
func onOtherThread(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

/// Yields until a condition is true. Fails after the hang limit.
func eventually(
    isolation: isolated (any Actor)? = #isolation, location: SourceLocation = #_sourceLocation,
    _ isTrue: () async -> Bool
) async {
    let deadline = ContinuousClock.now + .hangLimit
    while await !isTrue() {
        if ContinuousClock.now > deadline {
            Issue.record("What should have come true didn't.", sourceLocation: location)
            return
        }
        await Task.yield()
    }
}

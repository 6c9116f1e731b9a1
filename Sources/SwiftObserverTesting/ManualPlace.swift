import Locked
import SwiftObserver

/// A place whose blocks run when the test says so.
///
/// ```swift
/// let place = ManualPlace()
/// dog.observe(sky, on: place) { color in … }
/// sky.send(.blue)      // the handler waits
/// place.runAll()       // the handler has been called
/// ```
///
/// One block handles many messages: all that wait for the place, up to a limit.
///
/// It's `Sendable`. Blocks can be enqueued and run on any threads, but never two at a time.
public final class ManualPlace: DeliveryPlace {

    private let state = Locked(State())

    private struct State {
        var blocks: [@Sendable () -> Void] = []
        var isRunning = false
    }

    /// Creates a place where no block waits.
    public init() {}

    /// Lets a block wait behind all others.
    public func enqueue(_ block: @escaping @Sendable () -> Void) { state.withLock { $0.blocks.append(block) } }

    /// How many blocks wait.
    public var blockCount: Int { state.withLock { $0.blocks.count } }

    /// Runs the oldest block on this thread, and tells whether there was one. Returns `false` while another one is running.
    @discardableResult
    public func runNext() -> Bool {
        let block: (@Sendable () -> Void)? = state.withLock {
            if $0.isRunning || $0.blocks.isEmpty { return nil }
            $0.isRunning = true
            return $0.blocks.removeFirst()
        }
        guard let block else { return false }
        block()
        state.withLock { $0.isRunning = false }
        return true
    }

    /// Runs all blocks on this thread, also those that are enqueued meanwhile, and tells how many there were. If one is running already, on another thread
    /// or further up on the stack, it returns at once.
    @discardableResult
    public func runAll() -> Int {
        var count = 0
        while runNext() { count += 1 }
        return count
    }
}

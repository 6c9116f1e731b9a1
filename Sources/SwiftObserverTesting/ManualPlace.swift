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
/// If blocks wait when the place is released, the test fails at the line where it was created. It's
/// `Sendable`. Blocks can be enqueued and run on any threads, but never two at a time.
public final class ManualPlace: DeliveryPlace {

    private let state = Locked(State())

    private struct State {
        var blocks: [@Sendable () -> Void] = []
        var isRunning = false
        var isRestIgnored = false
    }

    private let start: TestLine

    /// Creates a place where no block waits.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let start = TestLine(fileID, filePath, line), state = state
        self.start = start
        Unattended.add(state, at: start) {
            let count = state.withLock { $0.isRestIgnored ? 0 : $0.blocks.count }
            return count > 0 ? "Maybe the place of \(start) is to be run: blocks wait there, \(count)." : nil
        }
    }

    deinit {
        Unattended.remove(state)
        let count = state.withLock { $0.isRestIgnored ? 0 : $0.blocks.count }
        if count > 0 { start.fail("Blocks that the place never ran: \(count)") }
    }

    /// Lets a block wait behind all others.
    public func enqueue(_ block: @escaping @Sendable () -> Void) { state.withLock { $0.blocks.append(block) } }

    /// How many blocks wait.
    public var blockCount: Int { state.withLock { $0.blocks.count } }

    /// Lets the test fail at this line if a block waits.
    ///
    /// Ask it when all should be over. A block of an observation keeps the place alive, so nobody
    /// finds it when the place is released.
    public func expectNoBlocks(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        if blockCount > 0 {
            TestLine(fileID, filePath, line).fail("Blocks that the place hasn't run: \(blockCount). Call `runAll()`.")
        }
    }

    /// Doesn't let the test fail because of blocks that wait when the place is released.
    public func ignoreRest() { state.withLock { $0.isRestIgnored = true } }

    /// Runs the oldest block on this thread, and tells whether there was one. Returns `false` while
    /// another one is running.
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

    /// Runs all blocks on this thread, also those that are enqueued meanwhile, and tells how many
    /// there were. If one is running already, on another thread or further up on the stack, it
    /// returns at once.
    @discardableResult
    public func runAll() -> Int {
        var count = 0
        while runNext() { count += 1 }
        return count
    }
}

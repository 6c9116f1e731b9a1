import Locked
import SwiftObserver

/// A place that only runs blocks when the test tells it to.
///
/// ```swift
/// let place = ManualPlace()
/// dog.observe(sky, on: place) { color in … }
/// sky.send(.blue)      // the handler waits
/// place.runAll()       // the handler has been called
/// ```
///
/// One block handles all messages that wait for the place, up to a limit.
///
/// If the place is deallocated with blocks that haven't run, the test fails at the line that
/// created the place. Blocks of observations retain the place, though: see ``NothingLeftTrait``
/// and ``expectNoBlocks(fileID:filePath:line:)``.
///
/// **Threads:** The place is `Sendable`. Any thread may enqueue and run blocks. Two blocks never
/// run at the same time.
public final class ManualPlace: DeliveryPlace {

    private let state = Locked(State())

    private struct State {
        var blocks: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let rest: Unattended.Rest

    /// Creates a place without blocks.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let start = TestLine(fileID, filePath, line)
        rest = Unattended.Rest(at: start) { [state] in
            let count = state.withLock { $0.blocks.count }
            return count > 0
                ? "The place of \(start) may have to run its blocks. Blocks that haven't run: \(count)." : nil
        }
    }

    deinit { rest.end("The place was deallocated with blocks that haven't run: \(blockCount).") }

    /// Enqueues a block.
    public func enqueue(_ block: @escaping @Sendable () -> Void) { state.withLock { $0.blocks.append(block) } }

    /// The number of blocks that haven't run.
    public var blockCount: Int { state.withLock { $0.blocks.count } }

    /// Fails the test at this line if there are blocks that haven't run.
    ///
    /// Call it at the end of a test. ``NothingLeftTrait`` does so automatically.
    public func expectNoBlocks(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        if blockCount > 0 {
            TestLine(fileID, filePath, line).fail("Blocks that haven't run: \(blockCount). Call `runAll()`.")
        }
    }

    /// Accepts blocks that haven't run when the place is deallocated or the test is over.
    public func ignoreRest() { rest.ignore() }

    /// Runs the oldest block on this thread.
    ///
    /// - Returns: Whether there was a block. `false` while another block is running.
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

    /// Runs all blocks on this thread, including those that are enqueued meanwhile.
    ///
    /// If a block is running already, on another thread or further up on the stack, this returns at
    /// once.
    ///
    /// - Returns: The number of blocks that have run.
    @discardableResult
    public func runAll() -> Int {
        var count = 0
        while runNext() { count += 1 }
        return count
    }
}

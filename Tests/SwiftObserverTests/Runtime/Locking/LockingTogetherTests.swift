import Testing

@testable import SwiftObserver

/// How a thread takes several locks, recorded by test locks.
@Suite struct LockingTogetherTests {

    private let locks: [RecordedLock], log = RecordedLock.Log()

    init() { locks = (0..<4).map { [log] in RecordedLock($0, log) } }

    @Test func `free locks are taken in order`() {
        lockAll()
        #expect(log.lines == ["lock 0", "try 1", "try 2", "try 3"])
    }

    @Test func `a busy lock is awaited while others are held only if it comes later, and not for long`() {
        for index in [2, 1] { locks[index].isBusy = true }
        lockAll()
        #expect(
            log.lines == [
                "lock 0", "busy 1", "unlock 0", "lock 1", "try 0", "busy 2", "busy 2", "unlock 0", "unlock 1",
                "lock 2", "try 0", "try 1", "try 3",
            ])
    }

    @Test func `a busy lock that comes earlier is awaited while nothing is held`() {
        locks[1].isBusy = true
        locks[1].whenAwaited = { [unowned first = locks[0]] in first.isBusy = true }
        lockAll()
        #expect(
            log.lines == [
                "lock 0", "busy 1", "unlock 0", "lock 1", "busy 0", "unlock 1", "lock 0", "try 1", "try 2", "try 3",
            ])
    }

    @Test func `if a lock remains busy, all others are released`() {
        locks[2].isBusy = true
        let awaited = tryToLockTogether(
            locks, except: 0, pauses: 3, by: { $0.tryLock() }, undoneBy: { $0.unlock() })
        #expect(awaited == 2)
        #expect(log.lines == ["try 1", "busy 2", "busy 2", "busy 2", "busy 2", "unlock 1"])
    }

    /// Locks 2 and 3 are busy, except for the thread that waits for one of them. So the thread
    /// waits for them in turn. While it holds 2, it may pause for 3.
    @Test func `the pauses get longer with each attempt, up to a limit`() {
        var turns = 0
        locks[3].isBusy = true
        locks[3].whenAwaited = { [unowned other = locks[2]] in
            turns += 1
            other.isBusy = turns < 8
        }
        locks[2].whenAwaited = { [unowned other = locks[3]] in other.isBusy = true }
        lockAll()
        let tries = log.lines.split { $0 != "busy 3" }.map(\.count)
        #expect(tries == [1, 4, 16, 64, 256, 1024, Tuning.pausesBetweenLocks + 1, Tuning.pausesBetweenLocks + 1])
    }

    private func lockAll() {
        lockTogether(locks, by: { $0.lock() }, orTryBy: { $0.tryLock() }, undoneBy: { $0.unlock() })
    }
}

/// A lock that records what a thread does with it.
private final class RecordedLock {

    final class Log {
        var lines: [String] = []
    }

    /// `true` if another thread holds the lock until somebody waits for it.
    var isBusy = false

    /// Called when a thread has waited for the lock.
    var whenAwaited = {}
    private let number: Int, log: Log

    init(_ number: Int, _ log: Log) { (self.number, self.log) = (number, log) }

    func lock() {
        isBusy = false
        log.lines.append("lock \(number)")
        whenAwaited()
    }

    func tryLock() -> Bool {
        log.lines.append("\(isBusy ? "busy" : "try") \(number)")
        return !isBusy
    }

    func unlock() { log.lines.append("unlock \(number)") }
}

import Testing

@testable import Relay

@Suite struct OwnWritesTests {

    private func id(_ milliseconds: UInt64) -> RelayID { RelayID(milliseconds: milliseconds, number: 0) }

    /// Expects a result of a mutating function, which the macro can't call.
    private func expect(
        _ expected: Bool, _ result: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) { #expect(result == expected, sourceLocation: sourceLocation) }

    /// The writes of a reader that has begun.
    private func begun() -> OwnWrites {
        var writes = OwnWrites()
        _ = writes.begin()
        return writes
    }

    /// Writes with a write that is in the stream.
    private func confirmed(_ number: UInt64 = 1, at id: RelayID) -> OwnWrites {
        var writes = begun()
        writes.beginWrite()
        _ = writes.endWrite()
        writes.number(1, latest: number)
        writes.settle(number, at: id)
        return writes
    }

    @Test func `a write that the reader's beginning interrupts is sent when it's complete`() {
        var writes = OwnWrites()
        writes.beginWrite()
        expect(false, writes.begin())
        expect(true, writes.endWrite())
    }

    @Test func `writes before the beginning are sent together`() {
        var writes = OwnWrites()
        for _ in 0..<3 {
            writes.beginWrite()
            expect(false, writes.endWrite())
        }
        expect(true, writes.begin())
        expect(false, writes.begin())
        writes.number(1, latest: 1)
        #expect(!writes.isShared)
        _ = writes.read(1, at: id(1))
        #expect(writes.isShared)
    }

    @Test func `what was written before the own write doesn't apply`() {
        var writes = begun()
        writes.beginWrite()
        expect(false, writes.read(nil, at: id(1)))
        _ = writes.endWrite()
        expect(false, writes.read(nil, at: id(2)))
        writes.number(1, latest: 1)
        expect(false, writes.read(nil, at: id(3)))
        expect(true, writes.read(1, at: id(4)))
        expect(true, writes.read(nil, at: id(5)))
    }

    @Test func `a confirmed write that isn't where it should be is lost`() {
        var writes = confirmed(at: id(5))
        expect(false, writes.read(nil, at: id(4)))
        expect(true, writes.read(nil, at: id(6)))
    }

    @Test func `a write that's dropped gives way once, if no other one is pending`() {
        var writes = begun()
        for _ in 0..<2 {
            writes.beginWrite()
            _ = writes.endWrite()
        }
        writes.number(2, latest: 2)
        writes.settle(1, at: nil)
        expect(false, writes.takeDrop())
        writes.settle(2, at: nil)
        expect(true, writes.takeDrop())
        expect(false, writes.takeDrop())
    }

    @Test func `a confirmed write that the server has lost gives way, whatever ids come next`() {
        var writes = confirmed(at: id(1000))
        expect(false, writes.read(nil, at: id(1)))
        writes.settle(1, at: nil)
        expect(true, writes.takeDrop())
        expect(true, writes.read(nil, at: id(2)))
    }

    @Test func `a loss that's noticed after the write has come back changes nothing`() {
        var writes = confirmed(at: id(1))
        expect(true, writes.read(1, at: id(1)))
        writes.settle(1, at: nil)
        expect(false, writes.takeDrop())
    }

    @Test func `an answer that was asked for before a write was confirmed says nothing of that write`() {
        var writes = begun()
        writes.ask()
        for _ in 0..<2 {
            writes.beginWrite()
            _ = writes.endWrite()
        }
        writes.number(2, latest: 2)
        writes.settle(1, at: id(5))
        writes.settle(2, at: id(6))
        #expect(!writes.hasLost(after: nil))
        writes.forget()
        expect(false, writes.read(1, at: id(5)))
        expect(true, writes.read(2, at: id(6)))
    }

    @Test func `a confirmed write that's missing in a later answer is lost`() {
        var writes = confirmed(at: id(5))
        writes.ask()
        #expect(!writes.hasLost(after: id(5)))
        #expect(writes.hasLost(after: id(4)) && writes.hasLost(after: nil))
        writes.forget()
        #expect(writes.isShared)
        expect(true, writes.read(nil, at: id(1)))
    }

    @Test func `a write that has come back can't be missing`() {
        var writes = confirmed(at: id(5))
        expect(true, writes.read(1, at: id(5)))
        writes.ask()
        #expect(!writes.hasLost(after: id(4)))
    }

    /// Writes with one in flight, during which everything up to this entry was read.
    private func writes(readUpTo entry: RelayID) -> OwnWrites {
        var writes = OwnWrites()
        _ = writes.begin()
        writes.beginWrite()
        _ = writes.endWrite()
        writes.number(1, latest: 1)
        let applies = writes.read(nil, at: entry)
        #expect(!applies)
        return writes
    }

    @Test(arguments: [5, 7] as [UInt64])
    func `an own write that was trimmed gives way to entries that were read before it was confirmed`(_ bound: UInt64) {
        var writes = writes(readUpTo: id(7))
        writes.settle(1, at: id(bound))
        let gaveWay = writes.takeDrop(), givesWayAgain = writes.takeDrop()
        #expect(gaveWay && !givesWayAgain && writes.isShared)
    }

    @Test func `an own write after the last entry that was read is still expected`() {
        var writes = writes(readUpTo: id(7))
        writes.settle(1, at: id(9))
        let givesWay = writes.takeDrop()
        #expect(!givesWay && !writes.isShared)
        let applies = writes.read(1, at: id(9))
        #expect(applies && writes.isShared)
    }
}

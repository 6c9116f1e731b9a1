import Testing

@testable import Relay

@Suite struct AssignmentsTests {

    private func id(_ number: UInt64) -> RelayID { RelayID(milliseconds: 1, number: number) }

    @Test func `a message takes a place until its handler ends, and is kept until it's confirmed`() {
        var assignments = Assignments(atOnce: 2, attempts: 3)
        #expect(assignments.begin(id(1), attempt: 1) == 0 && assignments.freeCount == 1)
        #expect(assignments.begin(id(1), attempt: 2) == nil)
        #expect(assignments.finished.isEmpty && !assignments.hasFinished)
        assignments.end(id(1), in: 0, error: nil)
        #expect(assignments.freeCount == 2 && assignments.finished.map(\.id) == [id(1)] && !assignments.isIdle)
        assignments.confirm(id(1))
        #expect(assignments.isIdle && assignments.handledCount == 1)
    }

    @Test(arguments: [(1, Assignments.Outcome.rejected), (2, .rejected), (3, .dead(attempts: 3, reason: "no"))])
    func `the last attempt decides`(attempt: Int, outcome: Assignments.Outcome) {
        var assignments = Assignments(atOnce: 2, attempts: 3)
        _ = assignments.begin(id(1), attempt: attempt)
        assignments.end(id(1), in: 0, error: "no")
        #expect(assignments[id(1)]?.outcome == outcome && assignments.rejectedCount == 1)
    }

    @Test func `the reason of a dead letter that is postponed is kept until it's added`() {
        var assignments = Assignments(atOnce: 2, attempts: 1)
        for number in 1...2 {
            _ = assignments.begin(id(UInt64(number)), attempt: 1)
            assignments.end(id(UInt64(number)), in: 0, error: "no \(number)")
        }
        #expect(assignments.postponedReason(of: id(1)) == nil)
        for number in 1...2 {
            assignments.postpone(id(UInt64(number)))
            #expect(assignments[id(UInt64(number))]?.outcome == .rejected)
            assignments.confirm(id(UInt64(number)))
        }
        #expect((1...2).map { assignments.postponedReason(of: id($0)) } == ["no 1", "no 2"])
        assignments.add(id(1), attempt: 2, .dead(attempts: 1, reason: "no 1"))
        assignments.confirm(id(1))
        #expect((1...2).map { assignments.postponedReason(of: id($0)) } == [nil, "no 2"])
        assignments.abandonAll()
        #expect(assignments.postponedReason(of: id(2)) == nil)
    }

    @Test func `of many postponed dead letters, the reasons of the newest are kept`() {
        var assignments = Assignments(atOnce: 1, attempts: 1)
        for number in 1...1100 as ClosedRange<UInt64> {
            assignments.add(id(number), attempt: 1, .dead(attempts: 1, reason: "no"))
            assignments.postpone(id(number))
        }
        #expect((1...1100).map { assignments.postponedReason(of: id($0)) } == (1...1100).map { $0 > 100 ? "no" : nil })
    }

    @Test func `a message that is running can't be confirmed`() {
        var assignments = Assignments(atOnce: 2, attempts: 3)
        _ = assignments.begin(id(1), attempt: 1)
        assignments.confirm(id(1))
        #expect(assignments[id(1)] != nil)
    }

    @Test func `a handler whose message was given up takes its place until it ends, and decides nothing`() {
        var assignments = Assignments(atOnce: 2, attempts: 3)
        _ = assignments.begin(id(1), attempt: 2)
        _ = assignments.begin(id(2), attempt: 1)
        assignments.end(id(2), in: 0, error: nil)
        #expect(assignments.abandonRunning().map(\.attempt) == [2])
        #expect(assignments.freeCount == 1 && assignments.ids == [id(2)])
        #expect(assignments.begin(id(1), attempt: 1) == 1 && assignments.freeCount == 0)
        assignments.end(id(1), in: 0, error: "no")
        #expect(assignments[id(1)]?.outcome == nil && assignments.freeCount == 1)
        assignments.abandonAll()
        assignments.end(id(1), in: 1, error: nil)
        #expect(assignments.isIdle && assignments.handledCount == 2 && assignments.rejectedCount == 1)
    }

    @Test func `owners are known by what's pending, and what was deleted stays so`() {
        var assignments = Assignments(atOnce: 3, attempts: 3)
        for number in 1...3 { _ = assignments.begin(id(UInt64(number)), attempt: 1) }
        assignments.delete([id(3)])
        assignments.update(pending: [id(1)])
        #expect((1...3).map { assignments[id($0)]?.owner } == [.consumer, .another, .nobody])
        assignments.update(pending: [id(1), id(2)])
        #expect((1...3).map { assignments[id($0)]?.owner } == [.consumer, .consumer, .nobody])
    }

    @Test func `pauses double up to the lease`() {
        let settings = ConsumerSettings(
            stream: "s", group: "g", deadLetters: "d", start: .now, atOnce: 1, attempts: 9, lease: .seconds(10),
            firstPause: .seconds(1))
        #expect((1...6).map { settings.pause(afterAttempt: $0) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        #expect(settings.pause(afterAttempt: .max) == .seconds(10))
    }

    @Test(arguments: [
        "orders": "{orders}:dead", "{shop}orders": "{shop}orders:dead", "a{}b": "{3991}a{}b:dead",
        "{a}\u{301}": "{a}\u{301}:dead",
    ])
    func `dead letters share the slot of their stream`(stream: String, deadLetters: String) {
        #expect(ConsumerSettings.deadLetters(of: stream) == deadLetters)
    }

    @Test func `a consumer looks at intervals and for what it has returned, and new messages come first`() {
        var claims = ClaimSchedule(interval: .seconds(10))
        let start = ContinuousClock.now
        #expect(claims.isDue(at: start))
        claims.claimed(upTo: nil, at: start)
        #expect(!claims.isDue(at: start + .seconds(10)))
        claims.read()
        #expect(!claims.isDue(at: start + .seconds(9)) && claims.isDue(at: start + .seconds(10)))
        claims.expect(at: start + .seconds(3))
        claims.expect(at: start + .seconds(5))
        #expect(claims.next == start + .seconds(3))
        claims.claimed(upTo: nil, at: start + .seconds(4))
        #expect(claims.next == start + .seconds(5))
        claims.claimed(upTo: RelayID(milliseconds: 1, number: 1), at: start + .seconds(4))
        #expect(claims.next <= start + .seconds(4) && claims.position != .zero)
        claims.claimed(upTo: nil, at: start + .seconds(6))
        #expect(claims.next == start + .seconds(16) && claims.position == .zero)
    }
}

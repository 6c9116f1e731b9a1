import Testing

@testable import Relay

@Suite struct LeadTests {

    private let start = ContinuousClock.now

    @Test func `the first thread leads at once, and the second one follows`() {
        var lead = Lead()
        expect(lead.addThread(needsFollower: false), true)
        expect(lead.addThread(needsFollower: true), false)
        expect(lead.follow(isQuiet: false, isOver: false, at: start), .lead)
        expect(lead.addThread(needsFollower: false), false)
        expect(lead.addThread(needsFollower: true), true)
        expect(lead.addThread(needsFollower: true), false)
        expect(lead.follow(isQuiet: false, isOver: false, at: start), .watch)
        #expect(lead.threadCount == 2)
    }

    @Test func `a follower takes the lead when it was free for a while, and another one can follow then`() {
        var lead = leadWithFollower()
        expect(lead.release(at: start), false)
        expect(lead.follow(isQuiet: false, isOver: false, at: start + .milliseconds(9)), .watch)
        expect(lead.follow(isQuiet: false, isOver: false, at: start + .milliseconds(10)), .lead)
        expect(lead.regain(), false)
        expect(lead.becomeFollower(isOver: false), true)
        #expect(lead.threadCount == 2)
    }

    @Test func `who has lost the lead ends if another thread follows`() {
        var lead = leadWithFollower()
        _ = lead.release(at: start)
        expect(lead.follow(isQuiet: false, isOver: false, at: start + .seconds(1)), .lead)
        expect(lead.addThread(needsFollower: true), true)
        expect(lead.regain(), false)
        expect(lead.becomeFollower(isOver: false), false)
        #expect(lead.threadCount == 2)
    }

    @Test func `who is back in time leads on`() {
        var lead = leadWithFollower()
        _ = lead.release(at: start)
        expect(lead.regain(), true)
        expect(lead.follow(isQuiet: false, isOver: false, at: start + .seconds(1)), .watch)
    }

    @Test func `a follower only sleeps while someone leads, and is woken when the lead is given up`() {
        var lead = leadWithFollower()
        expect(lead.follow(isQuiet: true, isOver: false, at: start), .sleep)
        expect(lead.release(at: start), true)
        expect(lead.release(at: start), false)
        expect(lead.follow(isQuiet: true, isOver: false, at: start), .watch)
    }

    @Test func `at the end, nobody follows`() {
        var lead = leadWithFollower()
        expect(lead.follow(isQuiet: false, isOver: true, at: start), .end)
        _ = lead.release(at: start)
        expect(lead.becomeFollower(isOver: true), false)
        #expect(lead.threadCount == 0)
    }

    /// Expects the result of an expression that changes the value, which the macro can't contain.
    private func expect<Value: Equatable>(
        _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(value == expected, sourceLocation: sourceLocation)
    }

    private func leadWithFollower() -> Lead {
        var lead = Lead()
        _ = lead.addThread(needsFollower: false)
        _ = lead.follow(isQuiet: false, isOver: false, at: start)
        _ = lead.addThread(needsFollower: true)
        return lead
    }
}

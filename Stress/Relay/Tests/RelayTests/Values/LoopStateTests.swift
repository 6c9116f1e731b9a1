import Testing

@testable import Relay

@Suite struct LoopStateTests {

    private let now = ContinuousClock.now

    @Test func `members are served in turns, and those that have read all wait for a change`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        expectAsking(state.next(at: now), sky)
        give(&state, sky, .ask)
        expectAsking(state.next(at: now), sea)
        give(&state, sea, .change)
        expectAsking(state.next(at: now), sky)
        give(&state, sky, .change)
        expectWaiting(state.next(at: now), until: now + LoopState.checkPause)
        state.change(["sea", "unknown"])
        expectAsking(state.next(at: now), sea)
    }

    @Test func `a change that comes while a member is served is not forgotten`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        expectAsking(state.next(at: now), sky)
        sky.isDirty = false
        state.change(["sky"])
        give(&state, sky, .change)
        expectAsking(state.next(at: now), sea)
        give(&state, sea, .change)
        expectAsking(state.next(at: now), sky)
    }

    @Test func `a member that has a connection for itself needs no change to ask again`() {
        var state = LoopState()
        let sky = member("sky")
        state.begin(sky)
        expectAsking(state.next(at: now), sky)
        give(&state, sky, .change)
        expectAsking(state.next(at: now), sky)
    }

    @Test func `a connection for one is replaced when another one joins`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky)
        #expect(state.isAlone)
        let hasJoined = state.join(sea)
        #expect(hasJoined && !state.isAlone)
        guard case .connect = state.next(at: now) else { return fail("It's not replaced.") }
        state.connect(isShared: true)
        expectAsking(state.next(at: now), sky)
    }

    @Test func `a member without room is looked after when it's due, and when someone asks`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        for member in [sky, sea] {
            expectAsking(state.next(at: now), member)
            member.connectionNumber = state.connectionNumber
        }
        give(&state, sky, .room(lookAfter: .milliseconds(5)))
        give(&state, sea, .room(lookAfter: nil))
        expectWaiting(state.next(at: now), until: now + .milliseconds(5))
        expectLooking(state.next(at: now + .milliseconds(5)), sky)
        // A reader that asks during the look may have come too late for it.
        state.expectLook(sky.reader)
        give(&state, sky, .room(lookAfter: nil))
        expectLooking(state.next(at: now), sky)
        give(&state, sky, .room(lookAfter: nil))
        state.expectLook(sea.reader)
        expectLooking(state.next(at: now), sea)
    }

    @Test func `a look that's requested while a member is served isn't lost if the member has read everything`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        expectAsking(state.next(at: now), sky)
        expectAsking(state.next(at: now), sea)
        state.expectLook(sky.reader)
        for member in [sky, sea] { give(&state, member, .change) }
        expectLooking(state.next(at: now), sky)
    }

    @Test func `a loss is told to each member before the next connection is made after a pause`() {
        var state = LoopState()
        let (sky, sea, lake) = (member("sky"), member("sea"), member("lake"))
        state.begin(sky, sea, lake)
        expectAsking(state.next(at: now), sky)
        expectAsking(state.next(at: now), sea)
        give(&state, sea, .change)
        state.disconnect("reason", nextAttempt: now + .seconds(1))
        for member in [sea, lake] {
            guard case .tell(let told, "reason") = state.next(at: now) else { return fail("It's not told.") }
            #expect(told === member)
            give(&state, member, .ask)
        }
        expectWaiting(state.next(at: now), until: now + .seconds(1))
        // A member that was being served is notified when it's back.
        give(&state, sky, .change)
        guard case .tell(let told, "reason") = state.next(at: now) else { return fail("It's not told.") }
        #expect(told === sky)
        give(&state, sky, .ask)
        guard case .connect = state.next(at: now + .seconds(1)) else { return fail("It doesn't connect.") }
        state.connect(isShared: true)
        expectAsking(state.next(at: now + .seconds(1)), sea)
    }

    @Test func `a member that was served while the connection was replaced begins again`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        let wishes: [ReaderWish] = [.change, .room(lookAfter: nil), .room(lookAfter: .seconds(1)), .pause(.seconds(1))]
        for wish in wishes {
            expectAsking(state.next(at: now), sky)
            sky.connectionNumber = state.connectionNumber
            state.disconnect(nil, nextAttempt: nil)
            state.connect(isShared: true)
            expectAsking(state.next(at: now), sea)
            give(&state, sea, .change)
            let ends = state.giveBack(sky, wish, at: now)
            #expect(!ends && sky.place == .ready)
        }
    }

    @Test func `members that wait begin anew on a connection that replaces one`() {
        var state = LoopState()
        let sky = member("sky"), sea = member("sea")
        state.begin(sky)
        expectAsking(state.next(at: now), sky)
        give(&state, sky, .room(lookAfter: nil))
        _ = state.join(sea)
        state.connect(isShared: true)
        expectAsking(state.next(at: now), sea)
        // It's new on that connection, which needs no room.
        expectAsking(state.next(at: now), sky)
    }

    @Test func `a member that has ended is neither told of a loss nor asked for`() {
        var state = LoopState()
        let (sky, sea, lake) = (member("sky"), member("sea"), member("lake"))
        state.begin(sky, sea, lake)
        state.disconnect("reason", nextAttempt: nil)
        state.leave(sky.reader)
        guard case .end(let left) = state.next(at: now) else { return fail("It doesn't end.") }
        #expect(left === sky)
        for member in [sea, lake] {
            guard case .tell(let told, _) = state.next(at: now) else { return fail("It's not told.") }
            #expect(told === member)
            give(&state, member, .ask)
        }
        state.connect(isShared: true)
        expectAsking(state.next(at: now), sea)
    }

    @Test func `a member learns only of the latest of several losses`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        for reason in ["one", "two"] { state.disconnect(reason, nextAttempt: nil) }
        for member in [sky, sea] {
            guard case .tell(let told, "two") = state.next(at: now) else { return fail("It's not told.") }
            #expect(told === member)
            give(&state, member, .ask)
        }
        guard case .connect = state.next(at: now) else { return fail("It's told again.") }
    }

    @Test func `a member that's asked for ends at once, and one that's served when it's given back`() {
        var state = LoopState()
        let (sky, sea, lake) = (member("sky"), member("sea"), member("lake"))
        state.begin(sky, sea, lake)
        expectAsking(state.next(at: now), sky)
        expectAsking(state.next(at: now), sea)
        let isServed = state.serve(sea)
        #expect(isServed)
        for member in [sky, sea] { state.leave(member.reader) }
        #expect(!state.isEnding)
        let (leaving, next) = (state.nextLeaving(), state.nextLeaving())
        #expect(leaving === sky && next == nil)
        let isServedLate = state.serve(sky), endsTwice = state.giveBack(sky, .ask, at: now)
        #expect(!isServedLate && !endsTwice)
        let ends = state.giveBack(sea, .ask, at: now)
        #expect(ends)
        expectAsking(state.next(at: now), lake)
        state.leave(lake.reader)
        let joins = state.join(member("pond"))
        #expect(state.isEnding && !joins)
        guard case .end(let last) = state.next(at: now) else { return fail("The last one doesn't end.") }
        #expect(last === lake)
        guard case .finish = state.next(at: now) else { return fail("It goes on.") }
    }

    @Test func `a check tells nothing if a change is known, or if the connection is new`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        let first = state.beginAsking(sky)
        #expect(first.isNew && !first.isCheck)
        sky.needsCheck = true
        let second = state.beginAsking(sky)
        #expect(!second.isNew && second.isCheck)
        sky.needsCheck = true
        state.change(["sky"])
        let third = state.beginAsking(sky)
        #expect(!third.isCheck && !sky.isDirty && !sky.needsCheck)
        sky.needsCheck = true
        state.connect(isShared: true)
        let fourth = state.beginAsking(sky)
        #expect(fourth.isNew && !fourth.isCheck)
    }

    @Test func `a loss is told once, until a member was served again`() {
        var state = LoopState()
        let (sky, sea) = (member("sky"), member("sea"))
        state.begin(sky, sea)
        state.disconnect("reason", nextAttempt: nil)
        for member in [sky, sea] {
            guard case .tell = state.next(at: now) else { return fail("It's not told.") }
            give(&state, member, .ask)
        }
        state.disconnect("reason", nextAttempt: nil)
        guard case .connect = state.next(at: now) else { return fail("It's told twice.") }
        state.connect(isShared: true)
        expectAsking(state.next(at: now), sky)
        let isServed = state.serve(sky)
        #expect(isServed)
        give(&state, sky, .change)
        state.disconnect("reason", nextAttempt: nil)
        guard case .tell(let told, _) = state.next(at: now) else { return fail("It's not told again.") }
        #expect(told === sky)
        give(&state, sky, .ask)
        guard case .connect = state.next(at: now) else { return fail("It's told to the other one.") }
    }

    @Test func `some members are checked now and then, one after the other`() {
        var state = LoopState()
        let members = (0..<20).map { member("sky-\($0)") }
        for member in members { _ = state.join(member) }
        state.connect(isShared: true)
        for member in members {
            expectAsking(state.next(at: now), member)
            give(&state, member, .change)
        }
        var checked: [LoopMember] = []
        for round in 1...3 {
            guard case .check = state.next(at: now + LoopState.checkPause * round) else {
                return fail("It's not checked.")
            }
            #expect(state.nextRound().isEmpty)
            for _ in 0..<LoopState.checkCount {
                guard case .ask(let member) = state.next(at: now + LoopState.checkPause * round) else { break }
                #expect(member.needsCheck)
                member.needsCheck = false
                checked.append(member)
                give(&state, member, .change)
            }
        }
        #expect(checked.count == 24 && Set(checked.map(ObjectIdentifier.init)).count == 20)
    }

    private func member(_ stream: String) -> LoopMember {
        LoopMember(
            StreamReader(RelayServer(), stream, from: .now, room: 1, client: DeafClient(), ProblemLine()))
    }

    /// Gives a member back, as it happens after the server has answered.
    private func give(_ state: inout LoopState, _ member: LoopMember, _ wish: ReaderWish) {
        member.connectionNumber = state.connectionNumber
        let ends = state.giveBack(member, wish, at: now)
        #expect(!ends)
    }

    private func fail(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
        Issue.record(comment, sourceLocation: sourceLocation)
    }

    private func expectAsking(
        _ action: LoopAction, _ member: LoopMember, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .ask(let asked) = action, asked === member else {
            Issue.record("The action is \(action).", sourceLocation: sourceLocation)
            return
        }
        member.isDirty = false
    }

    private func expectLooking(
        _ action: LoopAction, _ member: LoopMember, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if case .look(let looked) = action, looked === member { return }
        Issue.record("The action is \(action).", sourceLocation: sourceLocation)
    }

    private func expectWaiting(
        _ action: LoopAction, until time: ContinuousClock.Instant,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if case .wait(time) = action { return }
        Issue.record("The action is \(action).", sourceLocation: sourceLocation)
    }
}

extension LoopState {

    /// Lets members join, and connects.
    fileprivate mutating func begin(_ members: LoopMember...) {
        for member in members { _ = join(member) }
        connect(isShared: members.count > 1)
    }
}

import Testing

@testable import Relay

/// Signals of changes after which a loop reads nothing new.
///
/// A server that forgets tracked streams sends them.
@Suite struct VainSignalTests {

    private let start = ContinuousClock.now
    private let sky = Self.member("sky")

    private static func member(_ stream: String) -> LoopMember {
        LoopMember(StreamReader(RelayServer(), stream, from: .now, room: 1, client: DeafClient(), ProblemLine()))
    }

    /// A loop of the sky and of others, which have read everything.
    private func loop(others: Int = 1) -> LoopState {
        var state = LoopState()
        for member in [sky] + (0..<others).map({ Self.member("sea-\($0)") }) { _ = state.join(member) }
        state.connect(isShared: true)
        while read(&state) != nil {}
        return state
    }

    /// Reads everything of the next member, if one must be asked for.
    ///
    /// - Parameter change: Runs when the server has been asked.
    private func read(
        _ state: inout LoopState, at time: Duration = .zero, finding id: RelayID? = nil,
        _ change: (inout LoopState) -> Void = { _ in }
    ) -> LoopMember? {
        guard case .ask(let member) = state.next(at: start + time) else { return nil }
        _ = state.beginAsking(member)
        change(&state)
        if let id { member.reader.position = id }
        _ = state.giveBack(member, .change, at: start + time)
        return member
    }

    /// Signals a change of the sky. Returns `true` if the sky is read immediately.
    private func signal(_ state: inout LoopState, finding id: RelayID? = nil) -> Bool {
        state.change(["sky"])
        return read(&state, finding: id) === sky
    }

    private func doubt(_ state: inout LoopState) {
        for _ in 0..<LoopMember.vainLimit { #expect(signal(&state)) }
    }

    /// Checks, and returns the members that are read after that.
    private func check(_ state: inout LoopState, _ number: Int, finding id: RelayID? = nil) -> [LoopMember] {
        let time = LoopState.checkPause * number
        guard case .check = state.next(at: start + time) else { return [] }
        _ = state.nextRound()
        var members: [LoopMember] = []
        while let member = read(&state, at: time, finding: id) { members.append(member) }
        return members
    }

    @Test func `after several signals in vain, a member is read at the next check, and so are all of these`() {
        // By turns alone, it would be in fewer checks.
        var state = loop(others: 3 * LoopState.checkCount)
        doubt(&state)
        for number in 1...3 {
            #expect(!signal(&state))
            #expect(check(&state, number).contains { $0 === sky })
        }
    }

    @Test func `when something is found, the next signal counts again`() {
        var state = loop()
        doubt(&state)
        #expect(!signal(&state))
        #expect(check(&state, 1, finding: RelayID(milliseconds: 1, number: 0)).contains { $0 === sky })
        doubt(&state)
        #expect(!signal(&state))
    }

    @Test func `signals in vain between finds don't add up`() {
        var state = loop()
        for round in 1...5 {
            for _ in 1..<LoopMember.vainLimit { #expect(signal(&state)) }
            #expect(signal(&state, finding: RelayID(milliseconds: UInt64(round), number: 0)))
        }
    }

    @Test func `checks aren't signals`() {
        var state = loop()
        for number in 1...20 { #expect(check(&state, number).count == 2) }
        doubt(&state)
    }

    @Test func `a signal that comes while a doubted member is read waits for the next check`() {
        var state = loop()
        doubt(&state)
        state.change(["sky"])
        guard case .check = state.next(at: start + LoopState.checkPause) else {
            Issue.record("There's no check.")
            return
        }
        _ = state.nextRound()
        while read(&state, at: LoopState.checkPause, { $0.change(["sky"]) }) != nil {}
        #expect(sky.place == .idle && sky.isDirty)
        #expect(check(&state, 2).contains { $0 === sky })
    }

    @Test func `on another connection, signals count again`() {
        var state = loop()
        doubt(&state)
        state.disconnect(nil, nextAttempt: nil)
        state.connect(isShared: true)
        for _ in 0..<2 { #expect(read(&state) != nil) }
        doubt(&state)
    }
}

import Testing

@testable import SwiftObserver

/// Reports, which follow from the calls seen at each look and from the time of the look.
@Suite struct SampleHistoryTests {

    private let sky = Messenger<Int>()
    private let keys: [CallKey], note: ObservationNote
    private let limits = SampleLimits(slow: .seconds(1), stuck: .seconds(10), backlog: 5)
    private let start = SuspendingClock.now

    init() {
        for _ in 1...2 { sky.observed { _ in } }
        let found = Recorder<AnyObservation>()
        sky.office.forEachObservation { found.record($0) }
        keys = found.values.indices.map { .observation($0) }
        note = sky.office.note(of: sky.office.sample().observations[0], Messenger<Int>.self)
    }

    /// Looks once, that many seconds after the beginning.
    ///
    /// Each number counts the messages that an observation has handled, including the current one.
    private func look(_ history: inout SampleHistory, at seconds: Double, _ running: Int?...) -> [String] {
        history.begin(at: start + .seconds(seconds))
        for (key, handled) in zip(keys, running) {
            guard let handled else { continue }
            history.see(SampledCall(key, of: nil, handled: handled, since: start + .seconds(seconds), [note], on: nil))
        }
        return history.end(limits).map(text)
    }

    private func text(_ note: WatchNote) -> String {
        switch note {
        case .slow(let call): "slow \(Int(call.duration.inSeconds))"
        case .stuck(let call): "stuck \(Int(call.duration.inSeconds))"
        case .returned: "returned"
        case .missed(_, let count): "missed \(count)"
        case .refused(_, let count): "refused \(count)"
        case .backlog: "backlog"
        default: "other"
        }
    }

    @Test func `a call is told as slow once, as stuck once, and when it has returned`() {
        var history = SampleHistory()
        #expect(look(&history, at: 0, 1) == [])
        #expect(look(&history, at: 0.9, 1) == [])
        #expect(look(&history, at: 1, 1) == ["slow 1"])
        #expect(look(&history, at: 9, 1) == [])
        #expect(look(&history, at: 10, 1) == ["stuck 10"])
        #expect(look(&history, at: 100, 1) == [])
        #expect(look(&history, at: 101, nil) == ["returned"])
        #expect(look(&history, at: 102, nil) == [])
    }

    @Test func `a call that is seen late is told as stuck only`() {
        var history = SampleHistory()
        #expect(look(&history, at: 0, 1) == [])
        #expect(look(&history, at: 11, 1) == ["stuck 11"])
    }

    @Test func `many short calls are no long one`() {
        var history = SampleHistory()
        for second in 0...20 { #expect(look(&history, at: Double(second), second) == []) }
        #expect(look(&history, at: 21, 20) == ["slow 1"])
        #expect(look(&history, at: 22, 21) == ["returned"])
    }

    @Test func `a call that returned before it was slow isn't told`() {
        var history = SampleHistory()
        #expect(look(&history, at: 0, 1) == [])
        #expect(look(&history, at: 0.5, nil) == [])
        #expect(look(&history, at: 5, 1) == [])
        #expect(look(&history, at: 5.5, 1) == [])
    }

    @Test func `observations are told apart`() {
        var history = SampleHistory()
        #expect(look(&history, at: 0, 1, nil) == [])
        #expect(look(&history, at: 1, 1, 1) == ["slow 1"])
        #expect(look(&history, at: 2, 2, 1) == ["returned", "slow 1"])
    }

    @Test func `calls are listed by how long they run`() {
        var history = SampleHistory()
        _ = look(&history, at: 0, nil, 7)
        _ = look(&history, at: 3, 1, 7)
        _ = look(&history, at: 4, 1, 7)
        let calls = history.calls(longerThan: .seconds(1))
        #expect(calls.map { Int($0.duration.inSeconds) } == [4, 1])
        #expect(history.calls(longerThan: .seconds(2)).count == 1)
        #expect(history.duration(of: keys[1], handled: 7, at: start + .seconds(4)) == .seconds(4))
        #expect(history.duration(of: keys[1], handled: 8, at: start + .seconds(4)) == nil)
    }

    @Test func `how long a call has been running is as of the beginning of a look, however long that takes`() {
        var history = SampleHistory()
        for (begin, seen, expected) in [
            (0.0, 5.0, []), (6.0, 7.0, ["slow 1"]), (14.0, 20.0, []), (15.0, 20.0, ["stuck 10"]),
        ] {
            history.begin(at: start + .seconds(begin))
            history.see(SampledCall(keys[0], of: nil, handled: 1, since: start + .seconds(seen), [note], on: nil))
            #expect(history.end(limits).map(text) == expected)
            #expect(history.calls(longerThan: .seconds(1)).isEmpty == (begin == 0))
        }
    }

    @Test func `a call that goes on after its observation has ended stays one call`() {
        var history = SampleHistory()
        let isRunning = Protected(true)
        func call(isEnded: Bool, at seconds: Double) -> SampledCall {
            SampledCall(
                keys[0], of: 7, handled: 1, since: start + .seconds(seconds), [note], on: nil, isEnded: isEnded,
                isRunning: { isRunning.withLock { $0 } })
        }
        history.begin(at: start)
        history.see(call(isEnded: false, at: 0))
        #expect(history.end(limits).isEmpty)
        #expect(!history.hasEndedCall(by: 7))
        history.begin(at: start + .seconds(0.5))
        history.see(call(isEnded: true, at: 0.5))
        #expect(history.end(limits).isEmpty)
        #expect(history.hasEndedCall(by: 7))
        #expect(!history.hasEndedCall(by: 8))
        #expect(look(&history, at: 1) == ["slow 1"])
        #expect(history.calls(longerThan: .seconds(1)).map(\.isEnded) == [true])
        isRunning.withLock { $0 = false }
        #expect(!history.hasEndedCall(by: 7))
        #expect(look(&history, at: 2) == ["returned"])
    }

    @Test func `what waits for a call is as of the latest look`() {
        var history = SampleHistory()
        for second in 0...2 {
            let waiting = ObservationNote(
                observable: note.observable, observer: .free, observerName: nil, destination: .inPlace, startPoint: nil,
                start: 1, number: 1, waiting: second * 10, handled: 1, missed: 0, isRunning: true, isOfWatcher: false)
            history.begin(at: start + .seconds(second))
            history.see(SampledCall(keys[0], of: nil, handled: 1, since: start + .seconds(second), [waiting], on: nil))
            _ = history.end(limits)
        }
        let calls = history.calls(longerThan: .seconds(1))
        #expect(calls.map { $0.notes[0].waiting } == [20])
        #expect(calls.map(\.duration) == [.seconds(2)])
    }

    @Test func `how busy an observation is follows from how often it was seen running`() {
        var history = SampleHistory()
        #expect(history.share(of: keys[0]) == 0)
        _ = look(&history, at: 0, 1, nil)
        #expect(history.share(of: keys[0]) == 1)
        #expect(history.share(of: keys[1]) == 0)
        for second in 1...100 { _ = look(&history, at: Double(second), second, second % 4 == 0 ? second : nil) }
        #expect(abs(history.share(of: keys[0]) - 1) < 0.001)
        #expect((0.2...0.32).contains(history.share(of: keys[1])))
        for second in 101...200 { _ = look(&history, at: Double(second), nil, nil) }
        #expect(history.share(of: keys[0]) == 0)
        #expect(history.share(of: keys[1]) == 0)
    }

    @Test func `only what was missed since is told`() {
        var history = SampleHistory()
        let told = [3, 3, 5, 4, 6].map { count in
            history.begin(at: start)
            history.seeMissed(count, keys[0]) { note }
            return history.end(limits).map(text)
        }
        #expect(told == [["missed 3"], [], ["missed 2"], [], ["missed 2"]])
    }

    @Test func `only what was refused since is told`() {
        var history = SampleHistory()
        let told = [2, 2, 7].map { count in
            history.begin(at: start)
            history.seeRefused(count, 7) { note.observable }
            return history.end(limits).map(text)
        }
        #expect(told == [["refused 2"], [], ["refused 5"]])
    }

    @Test func `a backlog is told again only after there was none`() {
        var history = SampleHistory()
        let told = [true, true, false, true].map { isLong in
            history.begin(at: start)
            if isLong { history.seeBacklog(keys[0]) { note } }
            return history.end(limits).map(text)
        }
        #expect(told == [["backlog"], [], [], ["backlog"]])
    }
}

import Synchronization

/// Checks the calls of one observation's handler.
///
/// `@unchecked Sendable` because only the handler touches the unprotected part, and it never
/// overlaps with itself. If it does, ThreadSanitizer reports it here, too.
final class ObservationCheck: @unchecked Sendable {

    /// The number of the observable.
    let source: Int

    private let operation: Int
    private let findings: Findings
    private let rules: HandlerRules
    private let life: LifeFlag?

    private let isRunning = Atomic(false)
    private let calls = AtomicCounter()
    private let lateCalls = AtomicCounter()
    private let ender = Atomic(0)
    private let isOver = Atomic(false)

    private var latest: [Sender: Int] = [:]
    private var latestValue: [FuzzStamp]?

    private struct Sender: Hashable {
        let sender: Int
        let source: Int
    }

    init(of source: Int, _ rules: HandlerRules, by life: LifeFlag?, _ context: borrowing OperationContext) {
        self.source = source
        operation = context.operation
        self.rules = rules
        self.life = life
        findings = context.world.findings
    }

    /// Notes that a call on this thread has ended the observation and returned.
    func end() {
        _ = ender.compareExchange(expected: 0, desired: OperationStack.current.number, ordering: .acquiringAndReleasing)
    }

    /// Notes that a call has waited until the handler no longer runs.
    func endForGood() {
        if rules.contains(.mayEndInside) { return }
        isOver.store(true, ordering: .releasing)
        expect(!isRunning.load(ordering: .acquiring), "running: a handler runs although a call has waited for its end")
    }

    /// Notes that the handler begins with these messages. When it returns, it must call `return`.
    func begin(_ messages: some Collection<some ParcelContainer>) {
        begin()
        let isFirst = calls.add(1) == 1
        expect(isFirst || !rules.contains(.once), "twice: a handler that may run only once runs again")
        for message in messages { checkOrder(message) }
    }

    /// Notes that the closure for losses begins. When it returns, it must call `return`.
    func beginMissing(_ count: Int) {
        begin()
        expect(count > 0, "nothing: a loss of \(count)")
        expect(rules.contains(.hasGaps), "gap: a loss of \(count) where nothing may be lost")
    }

    private func begin() {
        expect(!isRunning.exchange(true, ordering: .acquiringAndReleasing), "overlap: a handler overlaps with itself")
        expect(life?.isOver != true, "dead: the handler of a dead observer begins")
        expect(!isOver.load(ordering: .acquiring), "over: a handler begins although a call has waited for its end")
        let ender = ender.load(ordering: .acquiring)
        if ender != 0, !rules.contains(.mayEndInside) {
            expect(
                ender != OperationStack.current.number,
                "late: a handler begins on the thread that has ended the observation")
            expect(lateCalls.add(1) == 1, "late: a second handler begins after the end of the observation")
        }
    }

    /// Notes that the handler returns.
    func `return`() {
        expect(life?.isOver != true, "dead: the observer died while the handler ran")
        isRunning.store(false, ordering: .releasing)
    }

    private func checkOrder(_ message: some ParcelContainer) {
        let value = message.parcels.map(\.stamp)
        if rules.contains(.chain), let before = message.parcelsBefore {
            let stamps = before.map(\.stamp)
            expect(latestValue.map { $0 == stamps } ?? true, "chain: an update doesn't follow from the one before")
            latestValue = value
        }
        guard rules.contains(.order) else { return }
        for stamp in value where stamp.source != FuzzStamp.anySource {
            let sender = Sender(sender: stamp.sender, source: stamp.source)
            let known = latest.updateValue(stamp.number, forKey: sender) ?? 0
            expect(known <= stamp.number, "order: message \(stamp) comes after \(known)")
            expect(known < stamp.number || rules.contains(.repeats), "double: message \(stamp) comes twice")
        }
    }

    private func expect(_ condition: Bool, _ finding: @autoclosure () -> String) {
        if !condition { findings.report("\(finding()), of \(Operation.all[operation].name)") }
    }
}

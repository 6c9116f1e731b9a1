/// The operations of threads on one observable, with the times of calls and returns.
///
/// The contract says that everything happens in one sequence. So there must be an order of all
/// operations in which an operation that returned before another was called comes first. In that
/// order, a ``SequentialModel`` must deliver to each observer exactly what it received.
final class History: @unchecked Sendable {

    enum Act: Equatable {
        case observe(String)
        case observeFromLatest(String)
        case stop(String)
        case send(Int)
        case set(Int)
        case add(Int)
        case fulfill(Int)
        case read(Int)

        var isSending: Bool {
            switch self {
            case .observe, .stop, .read: false
            default: true
            }
        }
    }

    struct Operation: CustomStringConvertible {
        var act: Act
        let call: Int
        var end = Int.max
        var description: String { "\(act) \(call)-\(end == .max ? "" : "\(end)")" }
    }

    private(set) var operations: [Operation]
    private var moment = 0

    /// `true` if queues handle messages. Then even a stop without senders can drop waiting
    /// messages.
    private let isHopped: Bool

    init(_ operations: [Operation] = [], isHopped: Bool = false) {
        self.operations = operations
        self.isHopped = isHopped
    }

    /// Performs an operation, and notes when it began and returned.
    func perform(_ act: Act, _ body: () -> Void) {
        let index = operations.count
        operations.append(Operation(act: act, call: tick()))
        body()
        operations[index].end = tick()
    }

    /// Reads the value, and notes when that began and returned.
    func read(_ body: () -> Int) {
        let index = operations.count
        operations.append(Operation(act: .read(0), call: tick()))
        operations[index].act = .read(body())
        operations[index].end = tick()
    }

    private func tick() -> Int {
        moment += 1
        return moment
    }

    // MARK: - Explain

    /// Expects that some order explains the received messages.
    func expectExplanation(of heard: HeardMessages) {
        var all: [String: [String]] = [:]
        for entry in heard.entries where !entry.who.isEmpty { all[entry.who, default: []].append(entry.what) }
        expect(isExplained(all), "no order of \(operations) explains \(heard.entries)")
    }

    /// `true` if some order explains what each observer received.
    func isExplained(_ heard: [String: [String]]) -> Bool {
        explain(SequentialModel(heard: heard, mayMiss: observersThatMayMissMessages), Array(operations.indices))
    }

    private func explain(_ model: SequentialModel, _ rest: [Int]) -> Bool {
        if rest.isEmpty { return model.isAllHeard }
        let firstEnd = rest.map { operations[$0].end }.min() ?? 0
        for index in rest where operations[index].call < firstEnd {
            var next = model
            if next.apply(operations[index].act), explain(next, rest.filter { $0 != index }) { return true }
        }
        return false
    }

    /// The observers that stopped while another thread may have been delivering.
    ///
    /// Messages that were pending at that time aren't handled.
    private var observersThatMayMissMessages: Set<String> {
        var observers: Set<String> = []
        for stop in operations {
            guard case .stop(let observer) = stop.act else { continue }
            let isDelivering = operations.contains { $0.act.isSending && $0.call < stop.end && $0.end > stop.call }
            if isHopped || isDelivering { observers.insert(observer) }
        }
        return observers
    }
}

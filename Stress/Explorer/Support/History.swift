/// What threads did to one observable, and when each call began and returned.
///
/// The contract says that everything happens in one sequence. So there must be an order of all operations that never puts
/// one before another that had returned before it was called, and in which the sequential ``Model`` lets every observer
/// hear exactly what it heard.
final class History: @unchecked Sendable {

    enum Act: Equatable {
        case observe(String)
        case observeFromLatest(String)
        case stop(String)
        case send(Int)
        case set(Int)
        case add(Int)
        case fulfill(Int)

        var isSending: Bool {
            switch self {
            case .observe, .stop: false
            default: true
            }
        }
    }

    struct Operation: CustomStringConvertible {
        let act: Act
        let call: Int
        var end = Int.max
        var description: String { "\(act) \(call)-\(end == .max ? "" : "\(end)")" }
    }

    private(set) var operations: [Operation]
    private var moment = 0

    /// Whether messages are handled on queues, so that even a stop when nobody sends can drop some that wait there.
    private let isHopped: Bool

    init(_ operations: [Operation] = [], isHopped: Bool = false) {
        self.operations = operations
        self.isHopped = isHopped
    }

    /// Does something and notes when it began and when it returned.
    func perform(_ act: Act, _ body: () -> Void) {
        let index = operations.count
        operations.append(Operation(act: act, call: tick()))
        body()
        operations[index].end = tick()
    }

    private func tick() -> Int {
        moment += 1
        return moment
    }

    // MARK: - Explain

    /// Expects that there is an order that explains what was heard.
    func expectExplanation(of heard: Heard) {
        var all: [String: [String]] = [:]
        for entry in heard.entries where !entry.who.isEmpty { all[entry.who, default: []].append(entry.what) }
        expect(isExplained(all), "no order of \(operations) explains \(heard.entries)")
    }

    /// Whether there is an order that explains what each observer heard.
    func isExplained(_ heard: [String: [String]]) -> Bool {
        explain(Model(heard: heard, mayMiss: observersThatMayMissMessages), Array(operations.indices))
    }

    private func explain(_ model: Model, _ rest: [Int]) -> Bool {
        if rest.isEmpty { return model.isAllHeard }
        let firstEnd = rest.map { operations[$0].end }.min() ?? 0
        for index in rest where operations[index].call < firstEnd {
            var next = model
            if next.apply(operations[index].act), explain(next, rest.filter { $0 != index }) { return true }
        }
        return false
    }

    /// Who stopped while somebody may still have been delivering. What was in line then is not handled any more.
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

/// The contract without any threads.
struct Model {

    private let heard: [String: [String]]
    private let mayMiss: Set<String>
    private var got: [String: Int] = [:]
    private var observers: Set<String> = []
    private var value = 0
    private var fulfillment: Int?

    init(heard: [String: [String]], mayMiss: Set<String>) {
        self.heard = heard
        self.mayMiss = mayMiss
    }

    /// Does what the operation does and tells whether that's consistent with what was heard.
    mutating func apply(_ act: History.Act) -> Bool {
        switch act {
        case .observe(let observer):
            if let fulfillment { return hear(observer, "\(fulfillment)") }
            observers.insert(observer)
            return true
        case .observeFromLatest(let observer):
            observers.insert(observer)
            return hear(observer, "\(value)>\(value)")
        case .stop(let observer):
            observers.remove(observer)
            return true
        case .send(let message): return send("\(message)")
        case .set(let new): return change(to: new)
        case .add(let difference): return change(to: value + difference)
        case .fulfill(let new):
            if fulfillment != nil { return true }
            fulfillment = new
            defer { observers = [] }
            return send("\(new)")
        }
    }

    /// Whether everything that was heard is explained.
    var isAllHeard: Bool { heard.allSatisfy { got[$0.key, default: 0] >= $0.value.count } }

    private mutating func change(to new: Int) -> Bool {
        if new == value { return true }
        defer { value = new }
        return send("\(value)>\(new)")
    }

    private mutating func send(_ message: String) -> Bool {
        for observer in observers where !hear(observer, message) { return false }
        return true
    }

    private mutating func hear(_ observer: String, _ message: String) -> Bool {
        let index = got[observer, default: 0], messages = heard[observer, default: []]
        got[observer] = index + 1
        return index < messages.count ? messages[index] == message : mayMiss.contains(observer)
    }
}

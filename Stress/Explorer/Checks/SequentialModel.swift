/// The contract without any threads.
struct SequentialModel {

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

    /// Applies the operation, and returns whether that is consistent with the received messages.
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
        case .read(let known): return known == value
        case .fulfill(let new):
            if fulfillment != nil { return true }
            fulfillment = new
            defer { observers = [] }
            return send("\(new)")
        }
    }

    /// `true` if all received messages are explained.
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

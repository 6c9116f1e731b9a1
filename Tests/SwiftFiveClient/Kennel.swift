import SwiftObserver

// Ordinary classes, as people write them in Swift 5. None of them is Sendable.

class Hound: Observer {
    let receiver = Receiver()
    var log = [String]()
}

class Heaven: Observable {
    static let shared = Heaven()
    let messenger = Messenger<Tint>()
}

enum Tint { case blue, gray }

/// What handlers leave for others to see.
class Noted<Value> {
    init(_ value: Value) { self.value = value }
    var value: Value
}

/// Sends events, also its last one.
class Engine: Observable {
    func start() { send(.started) }
    func stop() { send(.stopped) }
    deinit { send(.scrapped) }
    let messenger = Messenger<Event>()
    enum Event { case started, stopped, scrapped }
}

/// Has a state of its own and sends updates of it.
class Label: BufferedObservable {
    var latestMessage: Update<String> { Update(caption, caption) }

    var caption: String = "" {
        didSet {
            if caption != oldValue { send(Update(oldValue, caption)) }
        }
    }

    let messenger = Messenger<Update<String>>()
}

/// Edits a text that others edit, too.
class Editor: Observer {
    init(_ text: Var<String>) { self.text = text }

    func watch() {
        observe(text) { update, author in
            guard author !== self else { return }
            self.foreignEdits.append(update.new)
        }
    }

    func edit(_ newText: String) { text.set(newText, as: self) }

    var foreignEdits = [String]()
    let text: Var<String>
    let receiver = Receiver()
}

/// Extends a messenger and sends when it dies.
class Countdown: Messenger<Int>, @unchecked Sendable {
    override init() { super.init() }
    deinit { send(0) }
}

class Document: Codable {
    private(set) var text = Var("String Variable")
}

struct Circle {
    var members = [AnyObject]()
    func contains(_ someone: AnyObject) -> Bool { members.contains { $0 === someone } }
}

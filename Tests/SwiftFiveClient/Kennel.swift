import SwiftObserver

// Ordinary classes as written in Swift 5, none of them Sendable.

class Hound: Observer {
    let receiver = Receiver()
    var log = [String]()
}

class Heaven: Observable {
    static let shared = Heaven()
    let messenger = Messenger<Tint>()
}

enum Tint { case blue, gray }

/// A value that handlers set and tests read.
class Noted<Value> {
    init(_ value: Value) { self.value = value }
    var value: Value
}

/// An observable that sends events, the last one when it's deallocated.
class Engine: Observable {
    func start() { send(.started) }
    func stop() { send(.stopped) }
    deinit { send(.scrapped) }
    let messenger = Messenger<Event>()
    enum Event { case started, stopped, scrapped }
}

/// A buffered observable with a state of its own, which sends updates of it.
class Label: BufferedObservable {
    var latestMessage: Update<String> { Update(caption, caption) }

    var caption: String = "" {
        didSet {
            if caption != oldValue { send(Update(oldValue, caption)) }
        }
    }

    let messenger = Messenger<Update<String>>()
}

/// An editor of a text that others edit, too.
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

/// A subclass of a messenger that sends when it's deallocated.
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

import Dispatch
import SwiftObserver

// Classes as people write them in Swift 6, all of them Sendable.

final class Cat: Observer, Sendable {
    let receiver = Receiver()
}

final class Garden: Observable, Sendable {
    static let shared = Garden()
    let messenger = Messenger<Weather>()
}

enum Weather { case sunny, rainy }

/// Sends events, also its last one.
final class Elevator: Observable, Sendable {
    func move() { send(.moved) }
    deinit { send(.dismantled) }
    let messenger = Messenger<Event>()
    enum Event { case moved, dismantled }
}

/// Keeps its state in a variable.
final class Thermostat: BufferedObservable, Sendable {
    var latestMessage: Update<Int> { temperature.latestMessage }
    var messenger: Messenger<Update<Int>> { temperature.messenger }
    let temperature = Var(20)
}

/// Edits a text that others edit, too.
final class Author: Observer, Sendable {
    init(_ text: Var<String>) {
        self.text = text
        observe(text) { [unowned self] update, author in
            guard author !== self else { return }
            foreignEdits.value.append(update.new)
        }
    }

    func edit(_ newText: String) { text.set(newText, as: self) }

    let foreignEdits = Var([String]())
    private let text: Var<String>
    let receiver = Receiver()
}

/// Extends a messenger and sends when it dies.
final class Fuse: Messenger<Int>, @unchecked Sendable {
    override init() { super.init() }
    deinit { send(0) }
}

struct Note: Codable {
    private(set) var text = Var("String Variable")
}

extension Var {
    /// Appends to a list, which is how these tests collect what handlers get.
    func add<Element>(_ element: Element) where Value == [Element] { value.append(element) }
}

import Dispatch
import SwiftObserver

// Classes as written in Swift 6, all of them `Sendable`.

final class Cat: Observer, Sendable {
    let receiver = Receiver()
}

final class Garden: Observable, Sendable {
    static let shared = Garden()
    let messenger = Messenger<Weather>()
}

enum Weather { case sunny, rainy }

/// An observable that sends events, the last one when it's deallocated.
final class Elevator: Observable, Sendable {
    func move() { send(.moved) }
    deinit { send(.dismantled) }
    let messenger = Messenger<Event>()
    enum Event { case moved, dismantled }
}

/// A buffered observable that keeps its state in a variable.
final class Thermostat: BufferedObservable, Sendable {
    var latestMessage: Update<Int> { temperature.latestMessage }
    var messenger: Messenger<Update<Int>> { temperature.messenger }
    let temperature = Var(20)
}

/// An editor of a text that others edit, too.
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

/// A subclass of a messenger that sends when it's deallocated.
final class Fuse: Messenger<Int>, @unchecked Sendable {
    override init() { super.init() }
    deinit { send(0) }
}

struct Note: Codable {
    private(set) var text = Var("String Variable")
}

extension Var {
    /// Appends to a list, with which these tests collect the messages of handlers.
    func add<Element>(_ element: Element) where Value == [Element] { value.append(element) }
}

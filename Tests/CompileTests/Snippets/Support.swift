import SwiftObserver

// Declarations that the snippets share.

final class Dog: Observer, Sendable { let receiver = Receiver() }

final class Sky: Observable, Sendable { let messenger = Messenger<Color>() }

enum Color { case blue, gray }

actor Kennel {
    private(set) var colors = [Color]()
    func paint(_ color: Color) { colors.append(color) }
}

/// Not Sendable, on purpose.
class Cat: Observer {
    let receiver = Receiver()
    var lives = 9
}

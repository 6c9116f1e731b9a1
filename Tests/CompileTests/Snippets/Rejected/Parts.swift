import Dispatch
import SwiftObserver

struct Unshared: Equatable {
    var name = "Mia"
    let cat = Cat()
    static func == (left: Unshared, right: Unshared) -> Bool { left.name == right.name }
}

/// On a queue, the whole value waits for the handler.
func shareWhatIsNotSendable(_ dog: Dog, _ value: Var<Unshared>, _ queue: DispatchQueue) {
    dog.observe(value, \.name, on: queue) { print($0) }  // error: 'Unshared' does not conform to the 'Sendable'
    dog.observe(value, \.name).on(queue).receive { print($0) }  // error: 'Unshared' does not conform to the 'Sendable'
    print(value[\.name])  // error: type 'Unshared' does not conform to the 'Sendable' protocol
}

/// Another thread could use what the key path captures.
func usePathOfUnknownOrigin(_ dog: Dog, _ name: Var<String>, _ path: KeyPath<String, Int>) {
    dog.observe(name, path) { print($0) }  // error: type 'KeyPath<String, Int>' does not conform to the 'Sendable'
    print(name[path])  // error: type 'KeyPath<String, Int>' does not conform to the 'Sendable' protocol
}

struct Badge: Sendable { var number = 1 }

extension Badge: @MainActor Equatable {}

struct Wearer: Sendable, Equatable {
    var badge = Badge()
    nonisolated static func == (_: Wearer, _: Wearer) -> Bool { false }
}

/// Parts are compared on any thread.
@MainActor
func compareOnMainActor(_ dog: Dog, _ wearer: Var<Wearer>) {
    dog.observe(wearer, \.badge) { print($0.new.number) }  // error: cannot satisfy conformance requirement
    print(wearer[\.badge])  // error: cannot satisfy conformance requirement
}

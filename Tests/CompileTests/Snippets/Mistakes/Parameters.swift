import Dispatch
import SwiftObserver

// Handlers with the wrong number of parameters, or with wrong types.

func takeOldAndNew(_ dog: Dog, _ number: Var<Int>, _ time: Var<Duration>, _ queue: DispatchQueue) {
    dog.observe(number) { old, new in print(new - old) }  // error: expects 1 argument, but 2 were used
    dog.observe(time) { old, new in  // error: expects 1 argument, but 2 were used in closure body
        if new > old { print(new) }
    }
    dog.observe(number) { (old: Int, new: Int) in print(old, new) }  // error: expects 1 argument, but 2 were used
    dog.observe(number, on: queue) { old, new in print(new - old) }  // error: expects 1 argument, but 2 were used
}

func takeThree(_ dog: Dog, _ number: Var<Int>) {
    dog.observe(number) { old, new, author in print(old, new, author) }  // error: expects 1 argument, but 3 were used
    observe(number) { old, new, author in print(old, new, author) }  // error: expects 1 argument, but 3 were used
}

func takeThreeOnQueue(_ dog: Dog, _ number: Var<Int>, _ queue: DispatchQueue) {
    dog.observe(number, on: queue) { old, new, author in print(old, new) }  // error: A handler takes the message
}

func takeNothing(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky) { print("changed") }  // error: contextual type for closure argument list expects
    observe(sky) { print("changed") }  // error: contextual type for closure argument list expects
    sky.observed { print("changed") }  // error: contextual type for closure argument list expects
    dog.observe(sky, on: queue) { print("changed") }  // error: contextual type for closure argument list expects
    dog.observe(sky, on: kennel) { print("changed") }  // error: contextual type for closure argument list expects
}

@Sendable func add(_ number: Int) { print(number) }

func takeAnotherType(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue) {
    dog.observe(sky) { (name: String) in print(name) }  // error: value of type '@Sendable (String) -> ()'
    dog.observe(sky, on: queue) { (name: String) in print(name) }  // error: value of type '@Sendable (String) -> ()'
    dog.observe(sky, receive: add)  // error: '@Sendable (Int) -> ()' to expected argument type '@Sendable (Color)
    dog.observe(sky).on(queue).batches(upTo: 9).receive { look(at: $0) }  // error: value of type '[Color]' to expected
}

func forgetTheActor(_ dog: Dog, _ sky: Sky, _ kennel: Kennel) {
    dog.observe(sky, on: kennel) { color in print(color) }  // error: expects 2 arguments, but 1 was used
    observe(sky, on: kennel) { print($0) }  // error: expects 2 arguments, but 1 was used in closure body
    sky.observed(on: kennel) { print($0) }  // error: expects 2 arguments, but 1 was used in closure body
    dog.observe(sky, on: kennel) { color, kennel in kennel.paint(color) }  // error: 'Color' has no member 'paint'
}

/// The compiler doesn't say that the handler should have taken the actor as a parameter.
func captureTheActor(_ dog: Dog, _ sky: Sky, _ kennel: Kennel) {
    dog.observe(sky, on: kennel) { kennel.paint($0) }  // error: 'Kennel' does not conform to expected type
}

import Dispatch
import SwiftObserver

// Labels and arguments that are forgotten or wrong.

func forgetOn(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky, queue) { print($0) }  // error: Write `on:` before the place
    observe(sky, queue) { print($0) }  // error: Choose the place in a step
    dog.observe(sky, .main) { print($0) }  // error: Write `on:` before the place
    dog.observe(sky, queue) { color in  // error: Write `on:` before the place
        print(color)
        print(color)
    }
    observe(sky, queue) { color, author in print(color, author) }  // error: missing argument label 'on:'
    dog.observe(sky, kennel) { $0.paint($1) }  // error: Write `on:` before the actor
    observe(sky, kennel) { $0.paint($1) }  // error: missing argument label 'on:'
    dog.observe(sky, MainActor.shared) { print($0) }  // error: Write `on:` before the actor
    observe(sky, MainActor.shared) { print($0) }  // error: 'MainActor' does not conform to expected type
}

func forgetOnAndMistype(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue) {
    dog.observe(sky, queue) { color in
        print(colr)  // error: cannot find 'colr' in scope
    }
}

func forgetOnElsewhere(_ dog: Dog, _ sky: Sky, _ promise: Promise<Int>, _ queue: DispatchQueue) {
    dog.observe(sky, queue, buffering: .newest(1)) { print($0) }  // error: 'on:' // error: but 1 // error: 'Actor'
    dog.observe(sky, queue).map { $0 == .blue }.receive { print($0) }  // error: missing argument label 'on:'
    sky.observed(queue) { print($0) }  // error: missing argument label 'on:'
    observeOnce(sky, queue) { print($0) }  // error: missing argument label 'on:'
    promise.whenFulfilled(queue) { print($0) }  // error: missing argument label 'on:'
    print(Messenger<Int>(queue))  // error: missing argument label 'on:'
}

/// The wrong label isn't corrected, but the next message is the one above.
func mistakeOn(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue) {
    dog.observe(sky, at: queue) { print($0) }  // error: extraneous argument label 'at:'
}

@Sendable func look(at color: Color) { print(color) }

/// The compiler lists what could be meant, or asks for a label that doesn't help here.
func forgetReceive(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue) {
    dog.observe(sky, look)  // error: type '@Sendable (Color) -> ()' cannot // error: that 'Sky' conform
    dog.observe(sky, on: queue, look)  // error: missing argument label 'receive:' // error: to expected argument type
}

func forgetThePlace(_ dog: Dog, _ sky: Sky, _ number: Var<Int>) {
    dog.observe(sky, buffering: .newest(1)) { print($0) }  // error: Choose the limit in a step
    observe(sky, buffering: .newest(1)) { print($0) }  // error: Choose the limit in a step
    dog.observe(number, buffering: .merged) { print($0) }  // error: Choose the limit in // error: Merge updates
    observe(number, buffering: .merged) { print($0) }  // error: Choose the limit in // error: Merge updates
    dog.observe(sky, buffering: .newest(1)).map { $0 == .blue }.receive { print($0) }  // error: extra // error: to
}

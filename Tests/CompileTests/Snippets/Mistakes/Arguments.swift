import Dispatch
import SwiftObserver

// Objects that can't be observed, and places where nothing can be delivered.

func observeWhatSendsNothing(_ dog: Dog, _ sky: Sky?, _ number: Var<Int>) {
    dog.observe(dog) { print($0) }  // error: requires that 'Dog' conform to 'MessageSource'
    dog.observe(number.value) { print($0) }  // error: requires that 'Int' conform to 'MessageSource'
    dog.observe(sky) { print($0) }  // error: value of optional type 'Sky?' must be unwrapped
    number.observe(dog) { print($0) }  // error: has no member 'observe'
}

func deliverNowhere(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue?) {
    dog.observe(sky, on: "queue") { print($0) }  // error: 'String' does not conform to expected type 'DeliveryPlace'
    dog.observe(sky, on: nil) { print($0) }  // error: 'nil' is not compatible with expected argument type
    dog.observe(sky, on: queue) { print($0) }  // error: value of optional type 'DispatchQueue?' must be unwrapped
    dog.observe(sky, on: .man) { print($0) }  // error: type 'any DeliveryPlace' has no member 'man'
    print(Messenger<Int>(on: "queue"))  // error: requires that 'String' conform to 'DeliveryPlace'
}

func buffer(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue) {
    dog.observe(sky).on(queue).buffering(10).receive { print($0) }  // error: argument type 'MessageBuffering'
    dog.observe(sky).on(queue).batches().receive { print($0.count) }  // error: missing argument for parameter 'upTo'
}

func mergeWhatIsNoVariable(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue) {
    dog.observe(sky).on(queue).merging().receive { print($0) }  // error: requires that 'Color' conform to 'Mergeable'
}

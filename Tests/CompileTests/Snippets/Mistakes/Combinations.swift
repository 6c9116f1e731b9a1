import Dispatch
import SwiftObserver

// Several observables with one handler.

func combine(_ dog: Dog, _ sky: Sky, _ number: Var<Int>, _ text: Var<String>) {
    dog.observe(sky, number) { print($0, $1) }  // error: Observables that are observed together
}

func mistypeInCombination(_ dog: Dog, _ number: Var<Int>, _ text: Var<String>, _ queue: DispatchQueue) {
    dog.observe(number, text) { number, text in
        print(number, text)
        print(nmber)  // error: cannot find 'nmber' in scope
    }
    dog.observe(number, text) { number, text in
        let sum: String = number.new  // error: cannot convert value of type 'Int' to specified type 'String'
        print(sum, text)
    }
    dog.observe(number, text) { _, _ in try strike() }  // error: invalid conversion from throwing function
    dog.observe(number, text, number) { number, text, more in
        print(number.newValue, text)  // error: value of type 'Update<Int>' has no member 'newValue'
        print(more)
    }
}

/// With two observables and an unknown member, the compiler finds it likelier that the author is missing, or that the
/// second observable is a place. Before these functions had a last parameter, it crashed.
func mistypeInCombinationOfTwo(_ dog: Dog, _ number: Var<Int>, _ text: Var<String>, _ queue: DispatchQueue) {
    dog.observe(number, text) { number, text in  // error: (Update<Int>, Update<String>, AnyObject) -> Void'
        print(number.newValue, text)
    }
    dog.observe(number, text) { print($0.newValue, $1) }  // error: (Update<Int>, Update<String>, AnyObject) -> Void'
    dog.observe(number, text, on: queue) { print($0.newValue, $1) }  // error: Update<String>, AnyObject)
    dog.observe(number, text).on(queue).receive { print($0.newValue, $1) }  // error: no member 'newValue'
    dog.observe(number, text) { number, text, author in  // error: does not conform to expected type 'DeliveryPlace'
        print(number.newValue, text, author)
    }
    observe(number, text) { print($0.newValue, $1) }  // error: (Update<Int>, Update<String>, AnyObject) -> Void'
    dog.observe(number, text).on(queue).merging().receive { print($0.newValue, $1) }  // error: no member 'newValue'
}

/// The compiler lists what could be meant, or counts what is in the pack. It crashed for less than two.
func miscount(_ dog: Dog, _ number: Var<Int>, _ text: Var<String>, _ queue: DispatchQueue) {
    dog.observe(number, text) { print("changed") }  // error: expects 5 arguments, which cannot
    dog.observe(number, text) { number in print(number) }  // error: expects 5 arguments, but 1
    dog.observe(number, text, on: queue) { print($0) }  // error: no exact matches in call to instance method 'observe'
    dog.observe(number, text) { number, text, author, more in print(number) }  // error: expects 5 arguments, but 4
}

/// The compiler takes the queue for a third observable.
func forgetOnInCombination(_ dog: Dog, _ number: Var<Int>, _ text: Var<String>, _ queue: DispatchQueue) {
    dog.observe(number, text, queue) { print($0, $1) }  // error: 'DispatchQueue' conform // error: have the same shape
}

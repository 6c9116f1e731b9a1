import Dispatch
import SwiftObserver

// Several observables with one handler.

func combine(_ dog: Dog, _ sky: Sky, _ number: Var<Int>, _ text: Var<String>) {
    dog.observe(sky, number) { print($0, $1) }  // error: All that is observed together must be buffered
    dog.observe(number, text, buffering: .newest(1)) { print($0, $1) }  // error: missing argument for parameter 'on'
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

/// The compiler takes the queue for a third observable.
func forgetOnInCombination(_ dog: Dog, _ number: Var<Int>, _ text: Var<String>, _ queue: DispatchQueue) {
    dog.observe(number, text, queue) { print($0, $1) }  // error: 'DispatchQueue' conform // error: have the same shape
}

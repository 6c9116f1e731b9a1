import Dispatch
import SwiftObserver

// Mistakes in the bodies of handlers.

struct Thunder: Error {}

func strike() throws { throw Thunder() }

func wait() async {}

func mightThrow(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky) { _ in try strike() }  // error: invalid conversion from throwing function
    dog.observe(sky) { color in  // error: invalid conversion from throwing function
        print(color)
        try strike()
    }
    dog.observe(sky, on: queue) { _ in try strike() }  // error: invalid conversion from throwing function
    dog.observe(sky, on: kennel) { _, _ in try strike() }  // error: invalid conversion from throwing function
    dog.observe(sky).on(queue).receive { _ in try strike() }  // error: invalid conversion from throwing function
    dog.observe(sky).on(kennel).receive { _, _ in try strike() }  // error: invalid conversion from throwing function
}

func mightSuspend(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky) { _ in await wait() }  // error: to parameter expecting synchronous function type
    dog.observe(sky) { color in  // error: to parameter expecting synchronous function type
        print(color)
        await wait()
    }
    dog.observe(sky, on: queue) { _ in await wait() }  // error: to parameter expecting synchronous function type
    dog.observe(sky, on: kennel) { _, _ in await wait() }  // error: to parameter expecting synchronous function type
    dog.observe(sky).on(queue).receive { _ in await wait() }  // error: to parameter expecting synchronous function type
}

func mistype(_ dog: Dog, _ sky: Sky, _ number: Var<Int>) {
    dog.observe(sky) { print($0.hue) }  // error: value of type 'Color' has no member 'hue'
    dog.observe(number) { update in
        print(update.old)
        print(update.newValue)  // error: value of type 'Update<Int>' has no member 'newValue'
    }
    observe(number) { update in
        print(update.newValue)  // error: value of type 'Update<Int>' has no member 'newValue'
    }
    number.observed { update in
        print(update.newValue)  // error: value of type 'Update<Int>' has no member 'newValue'
    }
    dog.observe(sky) { color in
        print(color)
        print(colr)  // error: cannot find 'colr' in scope
    }
    dog.observe(number).map { $0.newValue }.receive { print($0) }  // error: has no member 'newValue'
}

func mistypeOnPlaces(_ dog: Dog, _ sky: Sky, _ number: Var<Int>, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(number, on: queue) { print($0.newValue) }  // error: 'Update<Int>' has no member 'newValue'
    dog.observe(number, on: .main) { update in
        print(update.newValue)  // error: value of type 'Update<Int>' has no member 'newValue'
    }
    dog.observe(number, on: queue) { update in
        let sum = update.new + more  // error: cannot find 'more' in scope
        print(sum)
    }
    dog.observe(number, on: queue) { update in
        let text: String = update.new  // error: cannot convert value of type 'Int' to specified type 'String'
        print(text)
    }
    dog.observe(number).on(queue).merging().receive { update in
        print(update.newValue)  // error: value of type 'Update<Int>' has no member 'newValue'
    }
    dog.observe(sky, on: kennel) { kennel, color in
        kennel.pint(color)  // error: value of type 'Kennel' has no member 'pint'
    }
    dog.observe(number, on: MainActor.shared) { update in
        print(update.newValue)  // error: value of type 'Update<Int>' has no member 'newValue'
    }
    dog.observe(number).on(queue).map { $0.newValue }.receive { print($0) }  // error: has no member 'newValue'
}

/// The compiler blames the author for the typo.
func mistypeWithAuthor(_ dog: Dog, _ number: Var<Int>, _ queue: DispatchQueue) {
    dog.observe(number) { update, author in print(update.newValue, author) }  // error: expects 1 argument, but 2
    dog.observe(number, on: queue) { update, author in print(update.newValue, author) }  // error: expects 1 argument
}

func returnSomething(_ dog: Dog, _ number: Var<Int>, _ queue: DispatchQueue) {
    dog.observe(number) { update in
        print(update)
        return update.new  // error: cannot convert value of type 'Int' to closure result type 'Void'
    }
    dog.observe(number, on: queue) { update in
        print(update)
        return update.new  // error: cannot convert value of type 'Int' to closure result type 'Void'
    }
}

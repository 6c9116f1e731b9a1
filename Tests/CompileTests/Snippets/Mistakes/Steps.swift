import Dispatch
import SwiftObserver

// Steps in the wrong place, and what was written before there were steps.

func forgetReceive(_ dog: Dog, _ sky: Sky, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky).on(queue)  // warning: result of call to 'on' is unused
    dog.observe(sky).map { $0 == .blue }  // warning: result of call to 'map' is unused
    dog.observe(sky).on(queue) { color in print(color) }  // error: The handler comes last
    dog.observe(sky).on(kennel) { kennel, color in kennel.paint(color) }  // error: The handler comes last
    dog.observe(sky).on(MainActor.shared) { color in print(color) }  // error: The handler comes last
    dog.observe(sky).on(queue).buffering(.newest(9)) { color in print(color) }  // error: The handler comes last
    dog.observe(sky).on(queue).batches(upTo: 9) { colors in print(colors) }  // error: The handler comes last
    dog.observe(sky).on(kennel).buffering(.newest(9)) { $0.paint($1) }  // error: The handler comes last
    dog.observe(sky).on(queue).merging { print($0) }  // error: conform to 'Mergeable' // error: extra trailing
    dog.observe(sky).recieve { print($0) }  // error: has no member 'recieve'
}

func waitInPlace(_ dog: Dog, _ sky: Sky, _ number: Var<Int>) {
    dog.observe(sky).buffering(.newest(9)).receive { print($0) }  // error: Messages don't wait in place
    dog.observe(sky).batches(upTo: 9).receive { print($0) }  // error: Messages don't wait in place
    dog.observe(number).merging().receive { print($0) }  // error: Messages don't wait in place
    dog.observe(sky).missed { print($0) }.receive { print($0) }  // error: Without a limit
}

func sayItTooLate(_ dog: Dog, _ sky: Sky, _ number: Var<Int>, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky).map { $0 == .blue }.on(queue).receive { print($0) }  // error: A chain runs in one place
    dog.observe(sky).map { $0 == .blue }.on(kennel).receive { print($0) }  // error: A chain runs in one place
    dog.observe(number).map { update in
        let next = update.new + 1
        return next > 1 ? "some" : "none"
    }.on(queue).receive { print($0) }  // error: A chain runs in one place
    dog.observe(sky).on(queue).on(kennel).receive { print($0) }  // error: Choose it once
    dog.observe(sky).on(queue).buffering(.newest(9)).on(queue).receive { print($0) }  // error: Choose it once
    dog.observe(sky).on(queue).batches(upTo: 9).buffering(.newest(9)).receive { print($0) }  // error: limit applies
    dog.observe(sky).on(queue).map { $0 == .blue }.buffering(.newest(9)).receive { print($0) }  // error: limit applies
    dog.observe(sky).on(queue).map { $0 == .blue }.batches(upTo: 9).receive { print($0) }  // error: are batched
    dog.observe(number).on(queue).filter { $0.new > 1 }.merging().receive { print($0) }  // error: Updates are merged
    dog.observe(number).on(queue).merging().missed { print($0) }.receive { print($0) }  // error: No message is missed
    dog.observe(sky).on(queue).missed { print($0) }.receive { print($0) }  // error: Without a limit
    dog.observe(number).on(queue).buffering(.newest(9)).merging().receive { print($0) }  // error: need no limit
    dog.observe(number).on(queue).merging().batches(upTo: 9).receive { print($0) }  // error: instead of `merging`
    dog.observe(number).on(queue).batches(upTo: 9).merging().receive { print($0) }  // error: instead of `batches`
    dog.observe(sky).on(queue).buffering(.newest(9)).buffering(.oldest(9)).receive { print($0) }  // error: one limit
    dog.observe(sky).map { $0 == .blue }.on(.main).receive { print($0) }  // error: A chain runs in one place
}

func takeTheAuthor(
    _ dog: Dog, _ sky: Sky, _ kennel: Kennel, _ number: Var<Int>, _ text: Var<String>, _ q: DispatchQueue
) {
    dog.observe(sky).on(q).receive { color, author in print(color, author) }  // error: add `withAuthor`
    dog.observe(sky).map({ $0 == .blue }) { isBlue, author in print(isBlue, author) }  // error: add `withAuthor`
    dog.observe(sky).on(kennel).receive { kennel, color, author in print(color) }  // error: expects 2 arguments, but 3
    dog.observe(number, text).on(q).receive { a, b, author in print(a, b, author) }  // error: expects 1 argument, but 3
    dog.observe(sky).on(q).receive { color, author, more in print(color) }  // error: expects 2 arguments, but 3
}

func writeAsBefore(_ dog: Dog, _ sky: Sky, _ number: Var<Int>, _ queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky, on: queue).receive { print($0) }  // error: Choose the place in a step
    dog.observe(sky, on: queue).map { $0 == .blue }.receive { print($0) }  // error: Choose the place in a step
    dog.observe(sky, on: queue, buffering: .newest(9)) { print($0) }  // error: Choose the limit in a step
    dog.observe(sky, on: kennel, buffering: .newest(9)) { print($1) }  // error: Choose the limit in a step
    dog.observe(number, on: queue, buffering: .merged) { print($0) }  // error: Choose the limit // error: Merge
    sky.observed(on: queue) { print($0) }  // error: Choose the place in a step
    observe(sky, on: queue) { print($0) }  // error: Choose the place in a step
    observe(sky, on: queue) { color, author in print(color, author) }  // error: Choose the place in a step
    observe(sky, on: queue).map { $0 == .blue }.receive { print($0) }  // error: Choose the place in a step
    observe(sky, on: kennel) { print($1) }  // error: Choose the actor in a step
    observeOnce(sky, on: queue) { print($0) }  // error: Choose the place in a step
}

func transformOnActor(_ dog: Dog, _ sky: Sky, _ kennel: Kennel) {
    dog.observe(sky).on(kennel).filter({ $0 == .blue }) { $0.paint($1) }  // error: only `receive` takes the handler
    dog.observe(sky).on(kennel).receive { kennel, color in kennel.pant(color) }  // error: 'Kennel' has no member 'pant'
    dog.observe(sky).on(kennel).receive { color in print(color) }  // error: expects 2 arguments, but 1 was used
}

final class Bird: Observer {}  // error: 'Bird' does not conform to protocol // error: An observer needs a receiver

func sendEverywhere(_ bird: Bird, _ sky: Sky) {
    bird.observe(sky).map { $0 == .blue }.receive { print($0) }
}

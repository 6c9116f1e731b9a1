import Dispatch
import SwiftObserver

func hopCats(_ cats: Messenger<Cat>, _ dog: Dog, _ kennel: Kennel) {
    dog.observe(cats, on: .main) { $0.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    dog.observe(cats, on: .main) { cat, _ in cat.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    dog.observe(cats).on(.main).receive { $0.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    observe(cats).on(.main).receive { $0.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    cats.observed().on(.main).receive { $0.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    observe(cats).on(.main).once().receive { $0.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    dog.observe(cats, on: kennel) { _, cat in cat.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    dog.observe(cats, on: MainActor.shared) { $0.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
}

func hopBatchesOfCats(_ cats: Messenger<Cat>, _ dog: Dog, _ kennel: Kennel) {
    dog.observe(cats).on(.main).batches(upTo: 9).receive { print($0) }  // error: 'Cat' does not conform
    observe(cats).on(.main).batches(upTo: 9).receive { print($0) }  // error: 'Cat' does not conform to the 'Sendable'
    cats.observed().on(.main).batches(upTo: 9).receive { print($0) }  // error: 'Cat' does not conform to the 'Sendable'
    dog.observe(cats).on(kennel).batches(upTo: 9).receive { print($1) }  // error: 'Cat' does not conform
    observe(Var(Tag())).on(.main).merging().receive { _ in }  // error: 'Tag' does not conform to the 'Sendable'
    share(cats.messagesAndGaps(buffering: .newest(9)))  // error: 'Cat' does not conform to the 'Sendable'
    share(MessageOrGap.message(Cat()))  // error: 'Cat' does not conform to the 'Sendable'
}

func iterate(_ cats: Messenger<Cat>, _ promise: Promise<Cat>) async throws {
    for await cat in cats.messages() { cat.lives -= 1 }  // error: 'Cat' does not conform to the 'Sendable'
    for await letter in cats.messagesWithAuthors() { _ = letter }  // error: 'Cat' does not conform to the 'Sendable'
    try await promise.value.lives -= 1  // error: 'Cat' does not conform to the 'Sendable'
    _ = Promise { await makeCat() }  // error: 'Cat' does not conform to the 'Sendable'
}

@MainActor func makeCat() -> Cat { Cat() }

func cross(_ cats: Messenger<Cat>, _ dog: Dog) {
    DispatchQueue.global().async { cats.send(Cat()) }  // error: with non-Sendable type 'Messenger<Cat>'
    Task { @Sendable in cats.send(Cat()) }  // error: with non-Sendable type 'Messenger<Cat>'
    dog.observe(Var(1)) { _ in cats.send(Cat()) }  // error: with non-Sendable type 'Messenger<Cat>'
    dog.observe(cats.buffer(), Var(1)) { _, _ in }  // error: 'Cat' does not conform to the 'Sendable'
}

/// Everything that delivers on a queue hands its messages over to another thread.
func deliverOnQueue(_ cat: Cat) {
    _ = Messenger<Cat>(on: .main)  // error: 'Cat' does not conform to the 'Sendable'
    _ = Var(Tag(), on: .main)  // error: 'Tag' does not conform to the 'Sendable'
    _ = Promise<Cat>(on: .main)  // error: 'Cat' does not conform to the 'Sendable'
}

/// The combination of two promises, or two variables, sends on the threads of either.
func combine(_ id: Promise<Int>, _ cat: Promise<Cat>, _ number: Var<Int>, _ tag: Var<Tag>) {
    _ = id.and(cat)  // error: 'Cat' does not conform to the 'Sendable'
    _ = cat.and(id)  // error: 'Cat' does not conform to the 'Sendable'
    _ = number +++ tag  // error: 'Tag' does not conform to the 'Sendable'
}

/// A stand-in may be anywhere, so it gives access only to what may be anywhere.
func reachOrigin(of cats: Messenger<Cat>, _ basket: Basket) {
    _ = cats.map { $0.lives }.origin  // error: 'Cat' does not conform to the 'Sendable'
    basket.filter { $0 > 1 }.origin = Basket()  // error: 'Basket' does not conform to the 'Sendable'
    _ = Weak(basket).observable  // error: 'Basket' does not conform to the 'Sendable'
    _ = BufferedWeak(basket).observable  // error: 'Basket' does not conform to the 'Sendable'
    _ = basket.startingWithLatest().origin  // error: 'Basket' does not conform to the 'Sendable'
}

/// Observables whose messages aren't Sendable aren't Sendable either.
func shareCats(_ cats: Messenger<Cat>) {
    share(cats)  // error: 'Cat' does not conform to the 'Sendable'
    share(cats.map { $0 })  // error: 'Cat' does not conform to the 'Sendable'
    share(cats.filter { $0.lives > 0 })  // error: 'Cat' does not conform to the 'Sendable'
    share(cats.from(cats))  // error: 'Cat' does not conform to the 'Sendable'
    share(cats.buffer())  // error: 'Cat' does not conform to the 'Sendable'
    share(Weak(cats))  // error: 'Cat' does not conform to the 'Sendable'
    share(BufferedWeak(cats.buffer()))  // error: 'Cat' does not conform to the 'Sendable'
    share(cats.buffer().startingWithLatest())  // error: 'Cat' does not conform to the 'Sendable'
    share(Promise<Cat>())  // error: 'Cat' does not conform to the 'Sendable'
    share(Var(Tag()))  // error: 'Tag' does not conform to the 'Sendable'
    share(Update(Cat(), Cat()))  // error: 'Cat' does not conform to the 'Sendable'
    share(Cat() +++ 1)  // error: 'Cat' does not conform to the 'Sendable'
}

func share<Object: Sendable>(_ object: Object) {}

final class Tomcat: Observable, Sendable {
    let messenger = Messenger<Cat>()  // error: contains non-Sendable type 'Cat'
}

struct Litter: Sendable { let cats = Messenger<Cat>().buffer() }  // error: contains non-Sendable type 'Cat'

enum Herd { static let shared = Messenger<Cat>() }  // error: static property 'shared' is not concurrency-safe

class Tag: Equatable {
    static func == (one: Tag, other: Tag) -> Bool { one.name == other.name }
    var name = ""
}

class Basket: BufferedObservable {
    var latestMessage: Int { count }
    var count = 0
    let messenger = Messenger<Int>()
}

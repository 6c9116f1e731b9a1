import SwiftObserver

/// An observable whose messages aren't Sendable stays where it is.
func handOverObservables() {
    let cats = Messenger<Cat>(), promise = Promise<Cat>(), lives = Messenger<Cat>().buffer()
    Task { cats.send(Cat()) }  // error: risks causing data races
    cats.send(Cat())
    Task.detached { promise.fulfill(Cat()) }  // error: risks causing data races
    promise.observed { $0.lives -= 1 }
    Task { lives.latestMessage?.lives -= 1 }  // error: risks causing data races
    lives.send(nil)
}

/// An observer that isn't Sendable does so, too.
func handOverObserver(_ sky: Sky) {
    let cat = Cat()
    Task.detached { cat.observe(sky) { print($0) } }  // error: risks causing data races
    cat.observe(sky) { print($0) }
}

/// A value with which messages are compared, or replaced, moves to the threads that send.
func handOverMessages(_ sky: Sky, _ dog: Dog) {
    let tag = Tag(), otherTag = Tag(), cat = Cat(), otherCat = Cat()
    dog.observe(sky).on(.main).map { _ in Tag() }.select(tag) { print("hi") }  // error: sending 'tag' risks
    tag.name = "new"
    let tagged = sky.map { _ in Tag() }.select(otherTag)  // error: sending 'otherTag' risks
    otherTag.name = "new"
    dog.observe(sky).on(.main).map { _ in Cat?.none }.unwrap(cat) { $0.lives -= 1 }  // error: sending 'cat' risks
    cat.lives -= 1
    let cats = sky.map { _ in Cat?.none }.unwrap(otherCat)  // error: sending 'otherCat' risks
    otherCat.lives -= 1
    print(tagged, cats)
}

/// A chain isn't Sendable.
func handOverChain(_ cats: Messenger<Cat>, _ sky: Sky, _ dog: Dog) {
    let chain = dog.observe(sky).map { _ in 1 }
    Task.detached { chain.receive { print($0) } }  // error: risks causing data races
    chain.receive { print($0) }
    let observation = dog.observe(cats)
    Task.detached { observation.receive { print($0) } }  // error: risks causing data races
}

class Tag: Equatable {
    static func == (one: Tag, other: Tag) -> Bool { one.name == other.name }
    var name = ""
}

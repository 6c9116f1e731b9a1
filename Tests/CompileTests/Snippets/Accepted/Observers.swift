import Dispatch
import SwiftObserver

/// Observes from inside, with itself in the handler.
final class Watchdog: Observer, Sendable {

    init(_ sky: Sky) {
        observe(sky) { [unowned self] color in barks.value += color == .blue ? 1 : 0 }
        observe(sky, on: DispatchQueue.main) { [weak self] in self?.bark(at: $0) }
    }

    func bark(at color: Color) { barks.value += 1 }

    let barks = Var(0)
    let receiver = Receiver()
}

func watch(_ sky: Sky, with dog: Dog, colors: Var<[Color]>) {
    dog.observe(sky) { colors.value.append($0) }
    dog.observe(sky) { color, author in print(color, author === dog) }
    observe(sky) { print($0) }
    sky.observed { print($0, $1 === sky) }
    sky.observedOnce { colors.value.append($0) }
    observeOnce(sky) { color, _ in print(color) }
    let free = FreeObserver()
    free.observe(sky) { print($0) }
    dog.stopObserving(sky)
    dog.stopObserving()
    sky.stopBeingObserved(by: dog)
    sky.stopBeingObserved()
    print(dog.isObserving(sky))
}

/// Observers, observables and messages need not be Sendable as long as they stay where they are.
func stayOnOneThread() {
    let cat = Cat(), cats = Messenger<Cat>()
    cat.observe(cats) { $0.lives -= 1 }
    cats.send(cat)
    cat.observe(cats).filter { $0.lives > 0 }.map { $0.lives }.receive { print($0) }
    let lives = cats.map { $0.lives }.buffer()
    cat.observe(lives) { print($0 ?? 0) }
    let promise = Promise<Cat>()
    promise.whenFulfilled { $0.lives -= 1 }
    promise.fulfill(cat)
}

func shareAmongThreads(_ sky: Sky, _ dog: Dog) async {
    await withTaskGroup { group in
        for _ in 0..<4 {
            group.addTask {
                dog.observe(sky) { print($0) }
                sky.send(.blue, from: dog)
            }
        }
    }
}

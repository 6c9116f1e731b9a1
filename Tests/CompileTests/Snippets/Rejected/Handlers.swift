import Dispatch
import SwiftObserver

func setCapturedVariables(_ sky: Sky, _ dog: Dog) {
    var colors = [Color](), count = 0
    dog.observe(sky) { colors.append($0) }  // error: mutation of captured var 'colors'
    observe(sky) { _ in count += 1 }  // error: mutation of captured var 'count'
    sky.observed().on(.main).receive { colors.append($0) }  // error: mutation of captured var 'colors'
    sky.observedOnce { colors = [$0] }  // error: mutation of captured var 'colors'
    dog.observe(sky).map({ $0 == .blue }) { _ in count += 1 }  // error: mutation of captured var 'count'
    dog.observe(sky, on: Kennel()) { _, _ in count += 1 }  // error: mutation of captured var 'count'
    dog.observe(sky.buffer(), Var(1)) { _, _ in count += 1 }  // error: mutation of captured var 'count'
    print(colors, count)
}

func captureObjects(_ sky: Sky, _ dog: Dog, _ cat: Cat) {
    dog.observe(sky) { _ in cat.lives -= 1 }  // error: with non-Sendable type 'Cat'
    cat.observe(sky) { _, _ in cat.lives -= 1 }  // error: with non-Sendable type 'Cat'
    cat.observe(sky, on: .main) { _ in cat.lives -= 1 }  // error: with non-Sendable type 'Cat'
    cat.observe(sky).filter { _ in cat.lives > 0 }.receive { print($0) }  // error: with non-Sendable type 'Cat'
    observeOnce(sky) { _ in cat.lives -= 1 }  // error: with non-Sendable type 'Cat'
    dog.observe(sky, on: Kennel()) { _, _ in cat.lives -= 1 }  // error: with non-Sendable type 'Cat'
    Promise<Int>().whenFulfilled { cat.lives = $0 }  // error: with non-Sendable type 'Cat'
}

class Panther: Cat {
    func watch(_ sky: Sky) {
        observe(sky) { [self] _ in lives -= 1 }  // error: with non-Sendable type 'Panther'
        observe(sky) { [unowned self] _ in lives -= 1 }  // error: with non-Sendable type 'Panther'
        observe(sky) { [weak self] _ in self?.lives -= 1 }  // error: with non-Sendable type 'Panther?'
        observe(sky) { _, author in if author !== self { print(author) } }  // error: with non-Sendable type 'Panther'
    }
}

@MainActor final class Window {
    func show(_ sky: Sky, with dog: Dog) {
        dog.observe(sky) { self.color = $0 }  // error: 'color' can not be mutated
        dog.observe(sky, on: .main) { [weak self] in self?.color = $0 }  // error: 'color' can not be mutated
        sky.observed { print($0 == self.color) }  // error: 'color' can not be referenced
        dog.observe(sky, on: Kennel()) { _, color in self.color = color }  // error: 'color' can not be mutated
    }

    var color = Color.gray
}

@MainActor var brightness = 0

func touchGlobals(_ sky: Sky, _ kennel: Kennel) {
    observe(sky) { _ in brightness += 1 }  // error: 'brightness' can not be mutated from a nonisolated context
    observe(sky) { kennel.paint($0) }  // error: call to actor-isolated instance method 'paint'
    _ = sky.map { _ in brightness }  // error: 'brightness' can not be referenced from a nonisolated context
}

import Dispatch
import SwiftObserver

func setCapturedVariablesInTransforms(_ sky: Sky, _ dog: Dog) {
    var count = 0, isOpen = true
    _ = sky.map { _ in count += 1 }  // error: mutation of captured var 'count'
    _ = sky.filter { _ in isOpen }  // error: reference to captured var 'isOpen'
    _ = sky.filterAuthor { _ in isOpen }  // error: reference to captured var 'isOpen'
    dog.observe(sky).map { _ in count += 1 }.receive { print($0) }  // error: mutation of captured var 'count'
    dog.observe(sky).filterAuthor { _ in isOpen }.receive { print($0) }  // error: reference to captured var 'isOpen'
    _ = Promise<Int>().map { $0 + count }  // error: reference to captured var 'count'
    isOpen.toggle()
    count += 1
}

func captureObjectsInTransforms(_ sky: Sky, _ dog: Dog, _ cat: Cat) {
    _ = sky.map { _ in cat.lives }  // error: with non-Sendable type 'Cat'
    _ = sky.filter { _ in cat.lives > 0 }  // error: with non-Sendable type 'Cat'
    _ = sky.filterAuthor { $0 === cat }  // error: with non-Sendable type 'Cat'
    dog.observe(sky).map { _ in cat.lives }.receive { print($0) }  // error: with non-Sendable type 'Cat'
    _ = Promise<Int>().then { Var(cat.lives + $0) }  // error: with non-Sendable type 'Cat'
    _ = Promise<Int>().map { cat.lives + $0 }  // error: with non-Sendable type 'Cat'
}

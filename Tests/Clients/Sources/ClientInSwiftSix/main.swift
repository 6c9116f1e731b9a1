import Elsewhere
import SwiftObserver
import Synchronization

final class Dog: Observer, Sendable {
    let receiver = Receiver()
    let heard = Mutex<[Int]>([])
}

let dog = Dog(), number = Var(1)
dog.observe(number) { [unowned dog] update in dog.heard.withLock { $0.append(update.new) } }
number.value += 1
precondition(dog.heard.withLock { $0 } == [2])
let view = number.view
dog.stopObserving(view)
dog.observe(view.startingWithLatest()) { [unowned dog] update in dog.heard.withLock { $0.append(update.new) } }
number.value += 1
precondition(dog.heard.withLock { $0 } == [2, 2, 3] && view.value == 3)
let promise = Promise { 42 }
let value = try await promise.value
precondition(value == 42)

// A name that another library shares with earlier versions isn't ambiguous.
let change: Change<Int> = Change(Mapper().map(1)), types: [Any.Type] = [Unwrapper.self, Connections.self]
precondition(change.value.int == 2 && "a".string == "a" && types.count == 2)
print("A client in Swift 6 observes.")

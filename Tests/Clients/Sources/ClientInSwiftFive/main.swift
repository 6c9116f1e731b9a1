import Elsewhere
import SwiftObserver

class Dog: Observer {
    let receiver = Receiver()
    var heard: [Int] = []
}

let dog = Dog(), number = Var(1)
dog.observe(number) { [unowned dog] in dog.heard.append($0.new) }
number <- 2
precondition(dog.heard == [2])

// A name that another library shares with earlier versions isn't ambiguous.
let change: Change<Int> = Change(Mapper().map(1)), types: [Any.Type] = [Unwrapper.self, Connections.self]
precondition(change.value.int == 2 && "a".string == "a" && types.count == 2)
print("A client in Swift 5 observes.")

import SwiftObserver

class Dog: Observer {
    let receiver = Receiver()
    var heard: [Int] = []
}

let dog = Dog(), number = Var(1)
dog.observe(number) { [unowned dog] in dog.heard.append($0.new) }
number <- 2
precondition(dog.heard == [2])
print("A client in Swift 5 observes.")

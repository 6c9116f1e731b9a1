import SwiftObserver

struct Model: Codable, Equatable, Sendable {
    @Var var title = ""
    @Var var subtitle: String?
    var count = Var(0)
}

func change(_ number: Var<Int>, _ text: Var<String?>) async {
    number.value += 1
    number += 2
    number <- number + 1
    number.int -= 1
    text.string += "!"
    text <- nil
    number.send()
    number.set(3, as: text)
    let task = Task.detached { number.value += 1 }
    await task.value
    print(number == Var(4), number < Var(5))
}

func wrap(_ model: Model, _ dog: Dog) {
    dog.observe(model.$title) { print($0.old, $0.new) }
    dog.observe(model.$subtitle).new().unwrap("none") { print($0) }
    model.$title.value = "new"
    print(model.title)
}

func combine(_ text: Var<String>, _ number: Var<Int>, _ dog: Dog) {
    let both = text +++ number
    dog.observe(both) { print($0.new.left, $0.new.right) }
    both <- "new" +++ 42
    both.value.right += 1
    let three = both +++ Var(true)
    Task.detached { three.value.left.right += 1 }
}

func startWithLatest(_ text: Var<String>, _ number: Var<Int>, _ dog: Dog) {
    dog.observe(text.startingWithLatest()) { print($0.new) }
    dog.observe(text.startingWithLatest()).new().filter { !$0.isEmpty }.receive { print($0) }
    dog.observe(text.startingWithLatest(), number) { print($0.new, $1.new) }
    dog.observe(text.new().startingWithLatest(), on: MainActor.shared) { print($0) }
    let latest = text.new().startingWithLatest().buffer()
    Task.detached { print(latest.latestMessage ?? "") }
}

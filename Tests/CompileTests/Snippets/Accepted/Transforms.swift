import Dispatch
import SwiftObserver

func transform(_ title: Var<String?>, _ sky: Sky, _ dog: Dog) {
    let length = title.new().unwrap("Untitled").map { $0.count }
    dog.observe(length) { print($0) }
    length.origin.origin.origin = Var("another")
    length.origin.replaceOrigin(with: title.new().startingWithLatest())
    let long = title.new().unwrap().filter { $0.count > 10 }
    print(long.condition("short"))
    dog.observe(long) { print($0) }
    dog.observe(sky.select(.blue)) { print("blue") }
    dog.observe(sky).select(.gray) { print("gray") }
    dog.observe(sky).map { $0 == .blue }.withAuthor().receive { print($0, $1) }
    Task.detached { long.observed { print($0) } }
}

func keep(_ number: Var<Int>, _ sky: Sky, _ dog: Dog) {
    let weak = Weak(number), bufferedWeak = BufferedWeak(number)
    dog.observe(weak) { print($0.new) }
    print(weak.observable?.value ?? 0, bufferedWeak.latestMessage.new)
    let color = sky.buffer()
    dog.observe(color, number, bufferedWeak) { print($0 ?? .gray, $1.new, $2.new) }
    dog.observe(color, number, on: DispatchQueue.main) { color, number, author in print(color as Any, number, author) }
    observe(color, number) { color, number in print(color as Any, number) }
    Task.detached { color.latestMessage = .blue }
}

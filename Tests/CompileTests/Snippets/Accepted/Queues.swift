import Dispatch
import SwiftObserver

func hop(_ sky: Sky, _ dog: Dog, to queue: DispatchQueue) {
    dog.observe(sky, on: queue) { print($0) }
    dog.observe(sky, on: queue) { color, author in print(color, author === sky) }
    dog.observe(sky).on(queue).map { $0 == .blue }.filter { $0 }.receive { print($0) }
    observe(sky).on(queue).receive { print($0) }
    sky.observed().on(queue).receive { print($0) }
    sky.observed().on(queue).once().receive { print($0) }
    observe(sky).on(queue).once().withAuthor().receive { print($0, $1) }

    let messenger = Messenger<String>(on: queue), number = Var(1, on: queue), promise = Promise<Int>(on: queue)
    dog.observe(messenger) { print($0) }
    dog.observe(number, promise.buffer()) { print($0.new, $1 ?? 0) }
}

func hopAnywhere(
    _ sky: Sky, _ dog: Dog, _ number: Var<Int>, to place: some DeliveryPlace, or another: any DeliveryPlace
) {
    dog.observe(sky, on: place) { print($0) }
    dog.observe(sky).on(another).buffering(.newest(1)).withAuthor().receive { print($0, $1) }
    dog.observe(sky).on(place).map { $0 == .blue }.receive { print($0) }
    observe(number).on(another).new().receive { print($0) }
    dog.observe(sky).on(place).batches(upTo: 10).receive { print($0.count) }
    dog.observe(number).on(another).merging().receive { print($0.new) }
    dog.observe(number, number, on: place) { print($0.new, $1.new) }
    observe(number, number).on(another).merging().withAuthor().receive { print($0.0.new, $0.1.new, $1) }
    dog.observe(sky).on(.global()).map { $0 == .blue }.receive { print($0) }
    sky.observed().on(.main).filter { $0 == .blue }.receive { print($0) }
    dog.observe(number, number, on: .global(qos: .utility)) { print($0.new, $1.new) }
}

/// Observes more observables than the caller's two.
func observeMore<A: BufferedMessageSource & Sendable, B: BufferedMessageSource & Sendable, each C>(
    _ a: A, _ b: B, _ more: repeat each C, with dog: Dog,
    receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message, AnyObject) -> Void
) where repeat each C: BufferedMessageSource & Sendable {
    dog.observe(a, b, repeat each more, receive: receive)
    dog.observe(a, b, repeat each more, on: .main, receive: receive)
}

@MainActor final class Window {

    init(_ sky: Sky) {
        observer.observe(sky, on: .main) { [weak self] color in
            MainActor.assumeIsolated { self?.color = color }
        }
    }

    var color = Color.gray
    private let observer = FreeObserver()
}

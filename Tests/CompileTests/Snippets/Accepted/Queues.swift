import Dispatch
import SwiftObserver

func hop(_ sky: Sky, _ dog: Dog, to queue: DispatchQueue) {
    dog.observe(sky, on: queue) { print($0) }
    dog.observe(sky, on: queue) { color, author in print(color, author === sky) }
    dog.observe(sky, on: queue).map { $0 == .blue }.filter { $0 }.receive { print($0) }
    observe(sky, on: queue) { print($0) }
    sky.observed(on: queue) { print($0) }
    sky.observedOnce(on: queue) { print($0) }
    observeOnce(sky, on: queue) { print($0, $1) }

    let messenger = Messenger<String>(on: queue), number = Var(1, on: queue), promise = Promise<Int>(on: queue)
    dog.observe(messenger) { print($0) }
    dog.observe(number, promise.buffer()) { print($0.new, $1 ?? 0) }
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

import Dispatch
import SwiftObserver
import Testing

/// The code of the page about performance, compiled and run.
@Suite struct PerformancePageTests {

    @Test func `the code of the page about performance works`() {
        final class Animal: Observer {
            let receiver = Receiver()
        }

        let dog = Animal(), cat = Animal(), weather = Var("sunny"), queue = DispatchQueue(label: "screen")

        dog.observe(weather) { print("in place: \($0.new)") }
        dog.observe(weather, on: queue) { print("hopped: \($0.new)") }

        let sky = Messenger<Int>(on: queue)  // runs its in-place handlers there
        let count = Var(0, on: queue)  // and so in one order with the sky

        weather.observed { print("free: \($0.new)") }
        weather.observedOnce { print("once: \($0.new)") }

        dog.observe(weather).new().filter { $0 != "sunny" }.receive { print("take a coat: \($0)") }

        let isSunny = weather.new().map { $0 == "sunny" }  // an object: computed once for both of these
        dog.observe(isSunny) { print("sunny: \($0)") }
        cat.observe(isSunny) { print("sunny: \($0)") }

        count <- 3  // sets
        count.value = 3  // does the same
        count += 1  // changes in place, atomically

        dog.observe(sky) { print("\($0) clouds") }
        sky.send(count.value)
        weather <- "rainy"
        queue.sync {}
        withExtendedLifetime((dog, cat, isSunny)) {}
        #expect(count.value == 4)
    }
}

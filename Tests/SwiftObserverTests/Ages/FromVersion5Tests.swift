import SwiftObserver
import Testing

/// Features of version 5 with today's API. Contains the code of the guide `From5`.
@Suite struct FromVersion5Tests {

    @Test func `the latest message is in the buffer, which can be observed together with others`() {
        let dog = Dog(), sky = Sky(), temperature = Var(10), log = Recorder<String>()
        let latestColor = sky.buffer()
        dog.observe(latestColor, temperature) { color, temperature in
            log.record("\(color ?? .gray), \(temperature.new)")
        }
        temperature += 1
        sky.send(.blue)
        latestColor.send()
        #expect(log.values == ["gray, 11", "blue, 11", "blue, 11"])
        #expect(latestColor.latestMessage == .blue)
    }

    @Test func `the latest message that passed a filter is in the buffer of the filter`() {
        let temperature = Var(10), warm = temperature.new().filter { $0 > 20 }
        let latestWarm = warm.buffer()
        temperature += 20
        temperature -= 15
        #expect(latestWarm.latestMessage == 30)
    }

    @Test func `an observable with a latest message of its own is buffered`() {
        let dog = Dog(), thermometer = Thermometer(), number = Var(1), log = Recorder<Int>()
        dog.observe(thermometer, number) { log.record($0.new + $1.new) }
        number += 1
        #expect(log.values == [22])
    }

    @Test func `observations end from the side of the observable`() {
        let dog = Dog(), sky = Sky()
        dog.observe(sky) { _ in }
        sky.stopBeingObserved()
        #expect(!dog.isObserving(sky))
    }

    @Test func `the source is the origin`() {
        let text = Var("a"), length = text.map { $0.new.count }
        #expect(length.origin === text)
    }

    @Test func `each observation is one of its own`() {
        let dog = Dog(), sky = Sky(), log = Recorder<Int>()
        dog.observe(sky) { _ in log.record(1) }
        dog.observe(sky) { _ in log.record(2) }
        sky.send(.gray)
        #expect(log.values == [1, 2])
    }
}

private enum Color { case blue, gray }

private final class Sky: Observable {
    let messenger = Messenger<Color>()
}

private final class Thermometer: BufferedObservable, Sendable {
    let messenger = Messenger<Update<Int>>()
    var latestMessage: Update<Int> { Update(20, 20) }
}

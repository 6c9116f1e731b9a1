import Foundation
import SwiftObserver
import Testing

/// Features of version 1 with today's API. Contains the code of the guide `From1`.
@Suite struct FromVersion1Tests {

    @Test func `observers and observables need a receiver and a messenger, messages are sent and observations ended`() {
        let sky = Sky(), dog = Dog(), log = Recorder<Color>()
        dog.observe(sky) { log.record($0) }
        sky.send(.blue)
        sky.stopBeingObserved()
        sky.send(.gray)
        dog.observe(sky) { log.record($0) }
        dog.stopObserving()
        sky.send(.gray)
        #expect(log.values == [.blue])
    }

    @Test func `the current update can be pulled from a buffer`() {
        let sky = Sky()
        let latestColor = sky.buffer()
        #expect(latestColor.latestMessage == nil)
        sky.send(.blue)
        #expect(latestColor.latestMessage == .blue)
    }

    @Test func `values are optional where that is declared`() {
        let number = Var<Int?>(13)
        number.value = nil
        #expect(number.value == nil)
        let nilText = Var<String?>()
        #expect(nilText.value == nil)
        #expect(Var<String>().value == "")
    }

    @Test func `to start an observation calls nobody, unless that is asked for`() {
        let dog = Dog(), title = Var("old"), log = Recorder<String>()
        let show: @Sendable (String) -> Void = { log.record($0) }
        dog.observe(title) { _ in }
        #expect(log.values == [])
        dog.observe(title.startingWithLatest()) { update in
            show(update.new)
        }
        #expect(log.values == ["old"])
        title <- "new"
        #expect(log.values == ["old", "new"])
    }

    @Test func `nil is suppressed by unwrap without a default, and replaced by one with`() {
        let dog = Dog(), number = Var<Int?>(), log = Recorder<String>()
        let some = number.new().unwrap(), all = number.new().unwrap(0)
        dog.observe(some) { log.record("some \($0)") }
        dog.observe(all) { log.record("all \($0)") }
        number <- 5
        number <- nil
        #expect(log.values == ["some 5", "all 5", "all 0"])
    }

    @Test func `any object can observe with a free observer of its own`() {
        let log = Recorder<Color>(), sky = Sky()
        var bystander: Bystander? = Bystander(sky, log)
        sky.send(.blue)
        withExtendedLifetime(bystander) {}
        bystander = nil
        sky.send(.gray)
        #expect(log.values == [.blue])
    }

    @Test func `new in both forms`() {
        let text = Var("a"), long = text.map { $0.new }, short = text.new()
        #expect(long.latestMessage == "a")
        #expect(short.latestMessage == "a")
    }

    @Test func `variables are combined, observed and set as one`() {
        let dog = Dog(), text = Var("old"), number = Var(1), log = Recorder<String>()
        let textAndNumber = text +++ number
        dog.observe(textAndNumber) { log.record("\($0.new.left) \($0.new.right)") }
        textAndNumber <- "new" +++ 42
        number += 1
        #expect(log.values == ["new 42", "new 43"])
        #expect(text.value == "new")
    }

    @Test func `a combination is a variable of a pair`() {
        let textAndNumber: Var<Pair<String, Int>> = Var("a") +++ Var(1)
        #expect(textAndNumber.value == Pair("a", 1))
    }

    @Test func `an observable with a state is buffered, so it's asked for its latest message`() {
        let label = Label(), dog = Dog(), log = Recorder<String>()
        dog.observe(label.startingWithLatest()) { log.record($0.new) }
        label.caption = "a"
        #expect(log.values == ["", "a"])
        #expect(label.latestMessage == Update("a", "a"))
    }

    @Test func `sums are sums`() {
        let sum = Var(3) + Var(2)  // 5
        #expect(sum == 5)
    }

    @Test func `three observables of different kinds are observed at once`() {
        let dog = Dog(), model = Model(), number = Var(1), text = Var("a"), log = Recorder<String>()
        let latestEvent = model.buffer()
        dog.observe(text.new(), number, latestEvent) { text, number, event in
            log.record("\(text) \(number.new) \(event ?? .none)")
        }
        number <- 2
        #expect(log.values == [], "nobody holds text.new()")
        let newText = text.new()
        dog.observe(newText, number, latestEvent) { text, number, event in
            log.record("\(text) \(number.new) \(event ?? .none)")
        }
        number <- 3
        model.send(.didUpdate)
        #expect(log.values == ["a 3 none", "a 3 didUpdate"])
    }

    @Test func `types with variables are encoded and decoded`() throws {
        let json = Data(#"{"text":{"storedValue":"b"}}"#.utf8)
        #expect(try JSONDecoder().decode(Wrapped.Model.self, from: json).text == "b")
        #expect(try JSONDecoder().decode(Plain.self, from: json).text.value == "b")
    }
}

private enum Color { case blue, gray }

private final class Sky: Observable {
    let messenger = Messenger<Color>()
}

private final class Bystander {
    let observer = FreeObserver()
    init(_ sky: Sky, _ log: Recorder<Color>) {
        observer.observe(sky) { log.record($0) }
    }
}

private final class Model: Observable {
    enum Event { case none, didUpdate }
    let messenger = Messenger<Event>()
}

private final class Label: BufferedObservable {
    let messenger = Messenger<Update<String>>()
    var latestMessage: Update<String> { Update(caption, caption) }
    var caption = "" {
        didSet { if caption != oldValue { send(Update(oldValue, caption)) } }
    }
}

private enum Wrapped {
    struct Model: Codable {
        @Var var text = "A String Variable"
    }
}

private final class Plain: Codable {
    private(set) var text = Var("")
}

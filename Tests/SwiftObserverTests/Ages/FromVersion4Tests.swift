import Foundation
import SwiftObserver
import Testing

/// Features of version 4 with today's API. Contains the code of the guide `From4`.
@Suite struct FromVersion4Tests {

    @Test func `a custom observable has a messenger, from which the type of messages is inferred`() {
        let model = Model(), dog = Dog(), log = Recorder<Model.Message>()
        dog.observe(model) { log.record($0) }
        model.send(.didUpdate)
        model.stopBeingObserved()
        model.send(.didUpdate)
        #expect(log.values == [.didUpdate])
    }

    @Test func `a custom observable may send in its initializer and in its last moment`() {
        let dog = Dog(), log = Recorder<Model.Event>()
        var model: Model? = Model()
        dog.observe(model!) { log.record($0) }
        model = nil
        #expect(log.values == [.willDeinit])
        dog.stopObserving()
    }

    @Test func `the latest message of any observable is remembered, sent, set and erased by a buffer`() {
        let dog = Dog(), messenger = Messenger<String>(), log = Recorder<String?>()
        let latest = messenger.buffer()
        dog.observe(latest) { log.record($0) }
        latest.latestMessage = "first"
        #expect(latest.latestMessage == "first")
        messenger.send("second")
        #expect(latest.latestMessage == "second")
        latest.send()
        latest.latestMessage = nil
        latest.send()
        #expect(log.values == ["second", "second", nil])
    }

    @Test func `what threads send through the origin of a buffer is remembered in the order of sending`() {
        let dog = Dog(), messenger = Messenger<Int>(), latest = messenger.buffer(), log = Recorder<Int?>()
        dog.observe(latest) { log.record($0) }
        onThreads(4) { thread in
            for index in 0..<200 {
                messenger.send(thread * 1000 + index)
                if index % 50 == 0 { latest.latestMessage = nil }
                if index % 50 == 1 { latest.send() }
            }
        }
        messenger.send(-1)
        #expect(latest.latestMessage == -1)
        #expect(log.values.compactMap { $0 }.count >= 801)
    }

    @Test func `numbers of any type are accessible without an optional, and nil is zero`() {
        let byte = Var<UInt8>(1), optional = Var<Int16?>(), some: Var<Int64?>? = Var(nil), none: Var<UInt>? = nil
        let wide = Var<Money>(Money(cents: 5)), noMoney = Var<Money?>()
        byte.number += 1
        optional.number += 7
        some.number -= 3
        none.number += 1
        wide.number += Money(cents: 10)
        noMoney.number *= Money(cents: 3)
        noMoney.number += Money(cents: 2)
        #expect(byte.number == 2)
        #expect(optional.value == 7)
        #expect(some?.value == -3)
        #expect(none.number == 0)
        #expect(wide.value == Money(cents: 15))
        #expect(noMoney.value == Money(cents: 2))
        byte.number = 9
        optional.number = 9
        some.number = 9
        #expect(byte.value == 9 && optional.value == 9 && some?.value == 9)
        #expect(byte + 1 == 10)
        #expect(Var(1.5).number == 1.5)
    }

    @Test func `changing a number is atomic and one update, whatever its type`() {
        let byte = Var<Int32>(0), optional = Var<UInt16?>(), dog = Dog(), log = Recorder<Int32>()
        dog.observe(byte).new { log.record($0) }
        onThreads(4) { _ in
            for _ in 0..<250 {
                byte.number += 1
                optional.number += 1
            }
        }
        byte.send()
        #expect(byte.value == 1000)
        #expect(optional.value == 1000)
        #expect(log.values.contains(1000))
    }

    @Test func `the assignments of the documentation`() {
        let numVar = Var<Int?>()
        numVar += Var(7)
        #expect(numVar.value == 7)
        numVar -= 6
        numVar *= Var<Int?>(8)
        numVar /= 2
        #expect(numVar.int == 4)
        var number = Var(3) + Var(2)
        number += Var(5)
        #expect(number == 10)
    }

    @Test func `the value changes at once, and updates stand in line`() {
        let dog = Dog(), number = Var(0), log = Recorder<Update<Int>>(), other = Recorder<Update<Int>>()
        dog.observe(number) { update in
            if update.new == 1 { number <- 2 }
            log.record(update)
        }
        dog.observe(number) { other.record($0) }
        number <- 1
        #expect(log.values == [Update(0, 1), Update(1, 2)])
        #expect(other.values == log.values)
        dog.stopObserving()
    }

    @Test func `a filter tells what gets through, and its latest message can be buffered`() {
        let text = Var("")
        let shortText = text.new().filter { $0.count < 5 }
        let latestShort = shortText.buffer()
        #expect(!shortText.condition("this is too long"))
        text <- "abc"
        text <- "this is too long"
        #expect(latestShort.latestMessage == "abc")
    }

    @Test func `nil is filtered out by unwrap`() {
        let dog = Dog(), title = Var<String?>(), log = Recorder<String>()
        let some = title.new().unwrap()
        dog.observe(some) { log.record($0) }
        title <- "a"
        title <- nil
        #expect(log.values == ["a"])
    }

    @Test func `there is nothing to unwrap where nothing is optional`() {
        let number = Var(1)
        #expect(number.new().latestMessage == 1)
    }

    @Test func `an observable with a state is buffered, so it's asked for its latest message`() {
        let label = Label(), dog = Dog(), log = Recorder<String>()
        dog.observe(label) { log.record($0.new) }
        label.caption = "a"
        label.send()
        #expect(log.values == ["a", "a"])
        #expect(BufferedWeak(label).latestMessage == Update("a", "a"))
    }

    @Test func `what was saved without a value is nil, or an error that says which key is missing`() throws {
        let json = Data(#"{"text":{}}"#.utf8)
        #expect(try JSONDecoder().decode([String: Var<String?>].self, from: json)["text"]?.value == .some(nil))
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([String: Var<String>].self, from: json)
        }
        guard case .keyNotFound(let key, _) = error else {
            Issue.record(error)
            return
        }
        #expect(key.stringValue == "storedValue")
    }

    @Test func `each link of a chain is an observable with an origin`() {
        let dog = Dog(), text = Var("a"), log = Recorder<Int>(), links = Recorder<String>()
        let length: Map<Map<Var<String>, String>, Int> = text.new().map { $0.count }
        dog.observe(length) { log.record($0) }
        dog.observe(length.origin) { links.record($0) }
        let link: Map<Var<String>, String> = length.origin
        #expect(length.origin.origin === text && link.origin === text)
        length.origin.send("sent through the link")
        #expect(log.values == [21])
        #expect(links.values == ["sent through the link"])
    }

    @Test func `the origin is replaced silently, or in a way that sends`() {
        let dog = Dog(), title = Var("Some Title"), log = Recorder<Int>()
        let length = Var("Dummy").new().map { $0.count }
        dog.observe(length) { log.record($0) }
        length.origin.origin = title
        #expect(log.values == [])
        length.origin.replaceOrigin(with: title.startingWithLatest())
        #expect(log.values == [10])
    }

    @Test func `a weak stand-in remembers`() {
        let number = Var(1)
        #expect(BufferedWeak(number).latestMessage == Update(1, 1))
        #expect(number.latestMessage == Update(1, 1))
    }

    @Test func `a mapped variable is a messenger`() {
        let dog = Dog(), textMessenger = Var("").new(), log = Recorder<String>()
        dog.observe(textMessenger) { log.record($0) }
        textMessenger.send("text message")
        textMessenger.origin <- "some message"
        #expect(log.values == ["text message", "some message"])
        #expect(textMessenger.latestMessage == "some message")
    }

    @Test func `whoever dies leaves nothing to flush out`() {
        let number = Var(0)
        var captured: Mortal? = Mortal()
        let box = WeakBox(captured!)
        var dog: Dog? = Dog()
        dog?.observe(number) { [captured] _ in captured?.touch() }
        captured = nil
        #expect(box.isAlive)
        dog = nil
        #expect(!box.isAlive)
    }
}

private final class Model: Observable {
    init() { send(.didInit) }
    deinit { send(.willDeinit) }
    let messenger = Messenger<Event>()
    enum Event { case didInit, didUpdate, willDeinit }
}

private final class Label: BufferedObservable {
    let messenger = Messenger<Update<String>>()
    var latestMessage: Update<String> { Update(caption, caption) }
    var caption = "" {
        didSet { if caption != oldValue { send(Update(oldValue, caption)) } }
    }
}

/// A numeric type of a client.
private struct Money: Numeric, Equatable, Sendable {
    var cents: Int
    var magnitude: UInt { cents.magnitude }
    init(cents: Int) { self.cents = cents }
    init(integerLiteral: Int) { cents = integerLiteral }
    init?<T: BinaryInteger>(exactly source: T) { cents = Int(source) }
    static func + (left: Money, right: Money) -> Money { Money(cents: left.cents + right.cents) }
    static func - (left: Money, right: Money) -> Money { Money(cents: left.cents - right.cents) }
    static func * (left: Money, right: Money) -> Money { Money(cents: left.cents * right.cents) }
    static func *= (left: inout Money, right: Money) { left = left * right }
}

import Dispatch
import Foundation
import SwiftObserver
import Testing

/// Everyday programs of clients in Swift 6. Variables collect the messages of their handlers.
@Suite struct SwiftSixClientTests {

    @Test func `an observer watches a garden and stops in every way`() {
        let cat = Cat(), garden = Garden(), seen = Var([Weather]())
        let start: () -> Void = { cat.observe(garden) { weather in seen.add(weather) } }
        start()
        garden.send(.sunny)
        #expect(cat.isObserving(garden))
        cat.stopObserving(garden)
        start()
        cat.stopObserving()
        start()
        garden.stopBeingObserved(by: cat)
        start()
        garden.stopBeingObserved()
        garden.send(.rainy)
        #expect(seen.value == [.sunny])
        #expect(!cat.isObserving(garden))
    }

    @Test func `nobody needs an observer of their own`() {
        let garden = Garden(), log = Var([String]())
        observe(garden) { weather in log.add("function \(weather)") }
        garden.observed { log.add("method \($0)") }
        observeOnce(garden) { log.add("function once \($0)") }
        garden.observedOnce { log.add("once \($0)") }
        let free = FreeObserver()
        free.observe(garden) { log.add("own \($0)") }
        garden.send(.sunny)
        FreeObserver.shared.stopObserving(garden)
        garden.send(.rainy)
        #expect(
            log.value == [
                "function sunny", "method sunny", "function once sunny", "once sunny", "own sunny", "own rainy",
            ])
    }

    @Test func `observables send in deinit`() {
        let events = Var([Elevator.Event]()), numbers = Var([Int]())
        do {
            let elevator = Elevator(), fuse = Fuse()
            elevator.observed { events.add($0) }
            fuse.observed { numbers.add($0) }
            elevator.move()
            fuse.send(1)
        }
        #expect(events.value == [.moved, .dismantled])
        #expect(numbers.value == [1, 0])
    }

    @Test func `promises are kept on another queue`() {
        let queue = DispatchQueue(label: "ids")
        queue.suspend()
        func getIDAsync(_ handle: @escaping @Sendable (Int) -> Void) { queue.async { handle(1) } }
        func getID() -> Promise<Int> {
            Promise { promise in
                getIDAsync { id in
                    promise.fulfill(id)
                }
            }
        }

        let ids = Var([Int]())
        getID().observed { id in ids.add(id) }
        let bufferedIDPromise = getID().buffer()
        bufferedIDPromise.whenFulfilled { id in ids.add(id + 10) }
        #expect(ids.value == [])
        queue.resume()
        queue.sync {}
        bufferedIDPromise.whenFulfilled { id in ids.add(id + 20) }
        #expect(ids.value == [1, 11, 21])
    }

    @Test func `promises are chained`() {
        let promised = Promise<Int>(), strings = Var([String]())
        @Sendable func promiseString(takeInt int: Int) -> Promise<String> { Promise { $0.fulfill("got \(int)") } }
        first {
            promised
        }.then {
            promiseString(takeInt: $0)
        }.observed {
            strings.add($0)
        }
        promised.fulfill(3)
        #expect(strings.value == ["got 3"])
    }

    @Test func `variables are set, observed and calculated with`() {
        let text = Var<String?>(), number = Var(23), differences = Var([Int]())
        text.value = "a text"
        observe(number) { update in differences.add(update.new - update.old) }
        number <- 42
        number.send()
        #expect(text.value == "a text")
        #expect(differences.value == [19, 0])

        let numVar = Var<Int?>()
        numVar.int += 5
        #expect(numVar.value == 5)
        numVar <- Var(1) + 2
        #expect(numVar.value == 3)
    }

    @Test func `types with variables are codable`() throws {
        let note = Note()
        note.text.value = "changed"
        let data = try JSONEncoder().encode(note)
        #expect(String(decoding: data, as: UTF8.self) == #"{"text":{"storedValue":"changed"}}"#)
        #expect(try JSONDecoder().decode(Note.self, from: data).text.value == "changed")
    }

    @Test func `observations are transformed on the fly`() {
        let cat = Cat(), title = Var<String?>(), lengths = Var([Int]())
        cat.observe(title).new().unwrap("Untitled").map({ $0.count }) { titleLength in
            lengths.add(titleLength)
        }
        title.value = "abc"
        title.value = nil
        #expect(lengths.value == [3, 8])

        let numbers = Messenger<Int>(), received = Var([Int]())
        cat.observe(numbers).map {
            "\($0)"
        }.filter {
            $0.count > 1
        }.map {
            Int.init($0)
        }.unwrap {
            received.add($0)
        }
        for number in [1, 10, 100] { numbers.send(number) }
        #expect(received.value == [10, 100])

        let garden = Garden(), answers = Var([Bool]())
        cat.observe(garden).map {
            $0 == .sunny
        }.receive {
            answers.add($0)
        }
        garden.send(.rainy)
        #expect(answers.value == [false])
    }

    @Test func `transforms are observable objects`() {
        let cat = Cat(), lengths = Var([Int]()), log = Var([String]())
        let titleLength = Var("Dummy Title").new().map { $0.count }
        let title = Var("New Title")
        titleLength.origin.origin = title
        cat.observe(titleLength) { titleLength in lengths.add(titleLength) }
        title.value = "x"
        #expect(lengths.value == [1])

        let messenger = Messenger<String>()
        let stringToInt = messenger.map { Int($0) }
        let shortMessages = messenger.filter { $0.count < 10 }
        let myNotifier = messenger.select("my notification")
        cat.observe(stringToInt) { log.add("\($0 ?? -1)") }
        cat.observe(shortMessages) { log.add($0) }
        cat.observe(myNotifier) {
            log.add("notified")
        }
        for text in ["1", "my notification"] { messenger.send(text) }
        #expect(log.value == ["1", "1", "-1", "notified"])

        let points = Messenger<Int?>(), shown = points.unwrap(0), alerts = points.unwrap()
        cat.observe(shown) { log.add("shown \($0)") }
        cat.observe(alerts) { log.add("alert \($0)") }
        log.value = []
        for point in [1, nil] { points.send(point) }
        #expect(log.value == ["shown 1", "alert 1", "shown 0"])
    }

    @Test func `everyone knows who edits a text`() {
        let text = Var<String>(), author = Author(text), other = Author(text)
        author.edit("mine")
        other.edit("yours")
        #expect(author.foreignEdits.value == ["yours"])
        #expect(other.foreignEdits.value == ["mine"])
    }

    @Test func `messages are filtered by their authors`() {
        let cat = Cat(), joe = Cat(), hal = Cat(), messenger = Messenger<String>(), log = Var([String]())
        let friends = [ObjectIdentifier(joe)]
        let friendMessages = messenger.filterAuthor { friends.contains(ObjectIdentifier($0)) }
        let joesMessages = messenger.from(joe), humanMessages = messenger.notFrom(hal)
        cat.observe(friendMessages) { log.add("friend: \($0)") }
        cat.observe(joesMessages) { log.add("joe: \($0)") }
        cat.observe(humanMessages) { log.add("human: \($0)") }
        messenger.send("hi", from: joe)
        messenger.send("sorry", from: hal)
        #expect(log.value == ["friend: hi", "joe: hi", "human: hi"])
    }

    @Test func `buffered observables are observed together`() {
        let cat = Cat(), thermostat = Thermostat(), bowl = Var(0), doorbell = Messenger<String>().buffer()
        let log = Var([String]())
        cat.observe(thermostat, bowl, doorbell) { temperature, food, sound in
            log.add("\(temperature.new) \(food.new) \(sound ?? "-")")
        }
        thermostat.temperature.value = 21
        bowl.value = 2
        doorbell.send("ding")
        #expect(log.value == ["21 0 -", "21 2 -", "21 2 ding"])
    }

    @Test func `weak stand-ins are kept in data structures`() {
        let cat = Cat(), updates = Var([Update<Int>]())
        var number: Var<Int>? = Var(12)
        let weakNumber = Weak(number!)
        cat.observe(weakNumber) { update in updates.add(update) }
        var weakNumbers = [Weak<Var<Int>>]()
        weakNumbers.append(weakNumber)
        number?.value = 13
        #expect(updates.value == [Update(12, 13)])
        #expect(weakNumber.observable?.value == 13)
        number = nil
        #expect(weakNumbers.first?.observable == nil)
    }

    @MainActor @Test func `an actor's handler hops to its queue`() async {
        let cat = Cat(), number = Var(1), seen = Var([Int]())
        cat.observe(number, on: .main) { update in
            MainActor.assumeIsolated { seen.add(update.new) }
        }
        number.value = 2
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(seen.value == [2])
    }
}

import Dispatch
import SwiftObserver
import Testing

/// A part of a value can be observed alone.
@Suite struct Clause30Parts {

    private struct Address: Equatable, Sendable {
        var city = "Rome"
        var zip = 1
    }

    private struct Person: Equatable, Sendable {
        var name = "Mia"
        var age = 1
        var address = Address()
        var home: Address?
        var pets: [String] = []
        var nick = "" { didSet {} }
        var initial: String { String(name.prefix(1)) }
    }

    private let person = Var(Person()), dog = Dog(), heard = Recorder<Update<String>>()

    // MARK: - Forms

    @Test func `an observer of a part only hears of changes of that part`() {
        dog.observe(person, \.name) { [heard] in heard.record($0) }
        person.value.age += 1
        person.value.name = "Max"
        person <- Person(name: "Max", age: 7)
        person <- Person(name: "Eve", age: 7)
        #expect(heard.values == [Update("Mia", "Max"), Update("Max", "Eve")])
    }

    @Test(arguments: [false, true])
    func `paths have steps, and lead through optionals, getters and observed properties`(onQueue: Bool) {
        let queue = onQueue ? DispatchQueue(label: "parts") : nil, heard = Recorder<String>()
        func hear<Part: Equatable & Sendable>(_ path: KeyPath<Person, Part> & Sendable) {
            if let queue {
                dog.observe(person, path, on: queue) { heard.record("\($0.old)-\($0.new)") }
            } else {
                dog.observe(person, path) { heard.record("\($0.old)-\($0.new)") }
            }
        }
        hear(\.address.city)
        hear(\.initial)
        hear(\.home?.zip)
        hear(\.pets.count)
        hear(\.nick)
        hear(\.self.age)
        func expect(_ expected: [String], after change: (inout Person) -> Void) {
            change(&person.value)
            queue?.sync {}
            #expect(heard.values == expected)
            heard.clear()
        }
        expect(["Rome-Oslo"]) { $0.address.city = "Oslo" }
        expect([]) { $0.address.zip = 2 }
        expect([]) { $0.name = "Max" }
        expect(["M-E"]) { $0.name = "Eve" }
        expect(["nil-Optional(1)"]) { $0.home = Address() }
        expect([]) { $0.home?.city = "Oslo" }
        expect(["Optional(1)-nil"]) { $0.home = nil }
        expect(["0-2"]) { $0.pets = ["a", "b"] }
        expect([]) { $0.pets = ["c", "d"] }
        expect(["-E"]) { $0.nick = "E" }
        expect(["1-2"]) { $0.age = 2 }
    }

    @Test func `handlers can receive authors`() {
        let cat = Dog(), authors = Recorder<ObjectIdentifier>(), queue = DispatchQueue(label: "parts")
        dog.observe(person, \.name) { authors.record(ObjectIdentifier($1)) }
        dog.observe(person, \.name, on: queue) { authors.record(ObjectIdentifier($1)) }
        person.set(Person(name: "Max"), as: cat)
        queue.sync {}
        person.set(Person(name: "Max", age: 2), as: dog)
        queue.sync {}
        #expect(authors.values == [ObjectIdentifier(cat), ObjectIdentifier(cat)])
    }

    private actor Kennel {
        let heard = Recorder<String>()
        func hear(_ name: String) { heard.record(name) }
    }

    @Test func `a part can be observed on an actor`() async {
        let kennel = Kennel()
        dog.observe(person, \.name, on: kennel) { kennel, update in kennel.hear(update.new) }
        dog.observe(person, \.initial, on: kennel) { kennel, update, _ in kennel.hear(update.new) }
        dog.observe(person, \.name, on: MainActor.shared) { [heard = kennel.heard] in heard.record("main \($0.new)") }
        dog.observe(person, \.name, on: MainActor.shared) { [heard = kennel.heard] update, _ in
            heard.record("author \(update.new)")
        }
        person.value.age += 1
        person.value.name = "Eve"
        person.value.age += 1
        #expect(await person.drain(within: .hangLimit).isEmpty)
        #expect(kennel.heard.values.sorted() == ["E", "Eve", "author Eve", "main Eve"])
    }

    @Test func `free observers need no observer`() {
        let handle = observe(person, \.name) { [heard] in heard.record($0) }
        let other = observe(person, \.name) { [heard] update, _ in heard.record(update) }
        observe(person, \.name).once().receive { [heard] in heard.record($0) }
        person.value.name = "Max"
        person.value.age = 2
        handle.stopObserving()
        other.stopObserving()
        person.value.name = "Eve"
        #expect(heard.values == Array(repeating: Update("Mia", "Max"), count: 3))
    }

    @Test func `an observation can start with the part`() {
        let queue = DispatchQueue(label: "parts")
        let stored = Recorder<Update<String>>(), computed = Recorder<Update<String>>()
        for source in [person.view.startingWithLatest(), person.startingWithLatest().view] {
            dog.observe(source, \.name) { stored.record($0) }
            dog.observe(source, \.name, on: queue) { stored.record($0) }
            dog.observe(source, \.initial) { computed.record($0) }
            dog.observe(source, \.initial, on: queue) { computed.record($0) }
        }
        dog.observe(person.startingWithLatest(), \.name) { stored.record($0) }
        queue.sync {}
        #expect(stored.values == Array(repeating: Update("Mia", "Mia"), count: 5))
        #expect(computed.values == Array(repeating: Update("M", "M"), count: 4))
        person.value.age += 1
        person.value.name = "Eve"
        queue.sync {}
        #expect(stored.values.dropFirst(5) == Array(repeating: Update("Mia", "Eve"), count: 5)[...])
        #expect(computed.values.dropFirst(4) == Array(repeating: Update("M", "E"), count: 4)[...])
    }

    @Test func `messages that are sent by hand are no changes`() {
        dog.observe(person, \.name) { [heard] in heard.record($0) }
        person.send()
        #expect(heard.values == [])
        person.send(Update(Person(name: "a"), Person(name: "b")))
        #expect(heard.values == [Update("a", "b")])
    }

    // MARK: - Waiting

    @Test func `only changes of a stored part wait and count`() {
        let queue = DispatchQueue(label: "parts"), missed = Recorder<Int>()
        dog.observe(person, \.name).on(queue).buffering(.newest(1)).missed { missed.record($0) }.receive {
            [heard] in heard.record($0)
        }
        queue.suspend()
        for name in ["A", "B", "C"] {
            person.value.name = name
            for _ in 0..<5 { person.value.age += 1 }
        }
        #expect(person.inspect().observations.first?.waiting == 1)
        queue.resume()
        queue.sync {}
        #expect(heard.values == [Update("B", "C")])
        #expect(missed.values == [2])
    }

    private final class CountingPlace: DeliveryPlace {
        let count = Recorder<Void>()
        func enqueue(_ block: @escaping @Sendable () -> Void) {
            count.record(())
            block()
        }
    }

    @Test func `other changes don't reach the place`() {
        let place = CountingPlace()
        dog.observe(person, \.name, on: place) { [heard] in heard.record($0) }
        for _ in 0..<5 { person.value.age += 1 }
        #expect(place.count.count == 0)
        person.value.name = "Max"
        #expect(place.count.count == 1 && heard.count == 1)
    }

    @Test func `merged updates are changes of the part`() {
        let queue = DispatchQueue(label: "parts"), initials = Recorder<Update<String>>()
        dog.observe(person, \.name).on(queue).merging().receive { [heard] in heard.record($0) }
        dog.observe(person, \.initial).on(queue).merging().receive { initials.record($0) }
        func change(to names: String...) {
            queue.suspend()
            for name in names {
                person.value.name = name
                person.value.age += 1
            }
            queue.resume()
            queue.sync {}
        }
        change(to: "Max", "Eve")
        change(to: "Max", "Eve")
        change(to: "Eva", "Ina")
        #expect(heard.values == [Update("Mia", "Eve"), Update("Eve", "Ina")])
        #expect(initials.values == [Update("M", "E"), Update("E", "I")])
    }

    @Test func `a merged observation can start with the part`() {
        let queue = DispatchQueue(label: "parts"), initials = Recorder<Update<String>>()
        queue.suspend()
        dog.observe(person.startingWithLatest(), \.name).on(queue).merging().receive { [heard] in heard.record($0) }
        dog.observe(person.startingWithLatest(), \.initial).on(queue).merging().receive { initials.record($0) }
        person.value.age += 1
        queue.resume()
        queue.sync {}
        #expect(heard.values == [Update("Mia", "Mia")])
        #expect(initials.values == [Update("M", "M")])
    }

    @Test func `batches contain changes of the part, and none is empty`() {
        let queue = DispatchQueue(label: "parts"), sizes = Recorder<String>()
        dog.observe(person, \.name).on(queue).batches(upTo: 9).receive { sizes.record("name \($0.map(\.new))") }
        dog.observe(person, \.initial).on(queue).batches(upTo: 9).receive { sizes.record("initial \($0.map(\.new))") }
        func change(_ act: (inout Person) -> Void...) {
            queue.suspend()
            for act in act { act(&person.value) }
            queue.resume()
            queue.sync {}
        }
        change({ $0.age = 2 }, { $0.age = 3 })
        change({ $0.name = "Eve" }, { $0.age = 4 }, { $0.name = "Eva" })
        #expect(sizes.values == [#"name ["Eve", "Eva"]"#, #"initial ["E"]"#])
    }

    @Test func `each of many observers on queues gets each change`() {
        let queue = DispatchQueue(label: "parts")
        for _ in 0..<100 { dog.observe(person.startingWithLatest(), \.name, on: queue) { [heard] in heard.record($0) } }
        person.value.age = 2
        person.value.name = "Max"
        queue.sync {}
        #expect(heard.values.filter { $0 == Update("Mia", "Mia") }.count == 100)
        #expect(heard.values.filter { $0 == Update("Mia", "Max") }.count == 100)
        #expect(heard.count == 200)
    }

    // MARK: - Ends

    @Test func `observing a part retains neither side`() {
        let queue = DispatchQueue(label: "parts"), deaths = Recorder<Void>()
        func observe(_ person: Var<Person>, by dog: Dog) {
            for _ in 0..<2 {
                let mortal = Mortal { deaths.record(()) }
                dog.observe(person, \.name) { [heard] in
                    mortal.touch()
                    heard.record($0)
                }
                dog.observe(person, \.name, on: queue) { [heard] in
                    mortal.touch()
                    heard.record($0)
                }
            }
        }
        var person: Var<Person>? = Var(Person())
        let weakPerson = WeakBox(person!)
        observe(person!, by: dog)
        person?.value.name = "Max"
        person = nil
        queue.sync {}
        #expect(!weakPerson.isAlive && deaths.count == 2 && heard.count == 4)

        var cat: Dog? = Dog()
        let weakCat = WeakBox(cat!)
        observe(self.person, by: cat!)
        #expect(self.person.isObserved)
        cat = nil
        #expect(!weakCat.isAlive && deaths.count == 4 && !self.person.isObserved)
    }

    @Test func `it's an observation of the whole`() {
        dog.observe(person, \.name) { [heard] in heard.record($0) }
        let handle = dog.observe(person.view, \.initial) { [heard] in heard.record($0) }
        #expect(dog.isObserving(person) && handle.isActive)
        handle.stopObserving()
        #expect(dog.isObserving(person) && !handle.isActive)
        dog.stopObserving(person)
        #expect(!dog.isObserving(person))
        person.value.name = "Eve"
        #expect(heard.values == [])
    }

    // MARK: - As a derived value

    @Test func `a part is a derived value, too`() {
        let number = Var(1), both = person +++ number
        let name = person[\.name], city = person[\.address.city], zip = person.view[\.home?.zip],
            initial = name[\.first]
        let nameOfPair = both[\.left.name], text = Derived(name, person[\.age], city) { "\($0) \($1) \($2)" }
        let texts = Recorder<String>()
        dog.observe(name) { [heard] in heard.record($0) }
        dog.observe(nameOfPair) { [heard] in heard.record($0) }
        dog.observe(both, \.left.name) { [heard] in heard.record($0) }
        dog.observe(initial, \.?.isUppercase) { texts.record("\($0.new == true)") }
        dog.observe(text) { texts.record($0.new) }
        number <- 2
        person.value.age = 2
        #expect(heard.values == [] && texts.values == ["Mia 2 Rome"])
        person.value.name = "max"
        #expect(heard.values == Array(repeating: Update("Mia", "max"), count: 3))
        #expect(texts.values.sorted() == ["Mia 2 Rome", "false", "max 2 Rome"])
        both <- Pair(Person(name: "Eve", home: Address()), 3)
        #expect(name.value == "Eve" && nameOfPair.value == "Eve" && zip.value == 1 && initial.value == "E")
        #expect(heard.values.dropFirst(3) == Array(repeating: Update("max", "Eve"), count: 3)[...])
    }

    @Test func `a part of a derived value can be observed, also from its value on`() {
        let older = Derived(person) { person -> Person in
            var person = person
            person.age += 1
            return person
        }
        let ages = Recorder<Update<Int>>()
        dog.observe(older.startingWithLatest(), \.age) { ages.record($0) }
        dog.observe(older, \.name) { [heard] in heard.record($0) }
        person.value.name = "Max"
        person.value.age = 5
        #expect(ages.values == [Update(2, 2), Update(2, 6)])
        #expect(heard.values == [Update("Mia", "Max")])
    }

    @Test func `a derived part retains its source`() {
        var person: Var<Person>? = Var(Person())
        let weakPerson = WeakBox(person!)
        var name: Derived<String>? = person![\.name]
        person = nil
        #expect(name?.value == "Mia")
        name = nil
        #expect(!weakPerson.isAlive)
    }

    // MARK: - Many threads

    private struct Counters: Equatable, Sendable {
        var first = 0
        var second = 0
        var third = 0
        var sum: Int { first + second }
    }

    @Test func `updates of a part form a chain under eight writers`() {
        let counters = Var(Counters()), wrong = Recorder<String>(), queue = DispatchQueue(label: "parts")
        let counts = LockedBox<[String: (last: Int, count: Int)]>([:])
        @Sendable func hear(_ name: String, _ update: Update<Int>) {
            counts.withLock { counts in
                let (last, count) = counts[name] ?? (0, 0)
                if update.old != last || update.new <= last { wrong.record("\(name): \(update) after \(last)") }
                counts[name] = (update.new, count + 1)
            }
        }
        dog.observe(counters, \.first) { hear("first", $0) }
        dog.observe(counters, \.sum) { hear("sum", $0) }
        dog.observe(counters, \.third, on: queue) { hear("third on queue", $0) }
        dog.observe(counters, \.sum, on: queue) { hear("sum on queue", $0) }
        dog.observe(counters, \.second).on(queue).merging().receive { hear("second merged", $0) }
        let derived = counters[\.third]
        dog.observe(derived) { hear("third derived", $0) }
        onThreads(8) { thread in
            for step in 0..<2000 {
                switch (step + thread) % 3 {
                case 0: counters.value.first += 1
                case 1: counters.value.second += 1
                default: counters.value.third += 1
                }
            }
        }
        #expect(counters.drain(within: .hangLimit).isEmpty)
        let final = counters.value, all = counts.withLock { $0 }
        #expect(wrong.values == [])
        #expect(final.sum + final.third == 16_000)
        for (name, count) in [
            "first": final.first, "sum": final.sum, "sum on queue": final.sum,
            "third on queue": final.third, "third derived": final.third,
        ] {
            #expect(all[name]?.count == count && all[name]?.last == count, "\(name)")
        }
        #expect(all["second merged"]?.last == final.second)
    }

    @Test func `observations that start with the part meanwhile miss nothing`() {
        let counters = Var(Counters()), wrong = Recorder<String>(), queue = DispatchQueue(label: "parts")
        onThreads(4) { thread in
            for step in 0..<300 {
                if thread < 2 {
                    counters.value.first += 1
                    counters.value.third += 1
                    continue
                }
                let cat = Dog(), last = LockedBox<Int?>(nil)
                cat.observe(counters.startingWithLatest(), \.first).on(queue).receive { update in
                    last.withLock { last in
                        if last == nil ? update.old != update.new : last != update.old || update.old == update.new {
                            wrong.record("\(step): \(update) after \(String(describing: last))")
                        }
                        last = update.new
                    }
                }
                queue.sync {}
                if last.withLock({ $0 }) == nil { wrong.record("\(step): no first part") }
            }
        }
        #expect(wrong.values == [])
    }
}

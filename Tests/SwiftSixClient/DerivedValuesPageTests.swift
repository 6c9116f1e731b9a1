import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

/// The code of the page about derived values, compiled and run.
@Suite struct DerivedValuesPageTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/DerivedValues.md", isContainedIn: #filePath)
    }

    private final class Dog: Observer, Sendable {
        let receiver = Receiver()
    }

    @Test func `a total prints what the page says`() async {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let dog = Dog()
        let price = Var(2), amount = Var(3)
        let total = Derived(price, amount) { price, amount in price * amount }

        dog.observe(total) { update in print("\(update.old) → \(update.new)") }
        price <- 5  // prints "6 → 15"
        print(total.value)  // prints "15"
        #expect(printed.takeAll() == ["6 → 15", "15"])

        let queue = DispatchQueue(label: "screen")
        dog.observe(total, on: queue) { update in print("queue: \(update.new)") }
        dog.observe(total).on(queue).new().filter { $0 > 10 }.receive { print("chain: \($0)") }
        dog.observe(total.startingWithLatest()) { update in print("total is \(update.new)") }
        #expect(printed.takeAll() == ["total is 15"])

        let loop = Task {
            for await value in total.values() { print("loop: \(value)") }
        }
        price <- 6
        let left = await total.drain(within: .hangLimit)
        #expect(left.isEmpty, "\(left)")
        let lines = printed.takeAll().filter { !$0.hasPrefix("loop: ") }
        #expect(lines.sorted() == ["15 → 18", "chain: 18", "queue: 18", "total is 18"])

        await total.close(within: .hangLimit)
        await loop.value
        _ = printed.takeAll()
        price <- 7
        #expect(total.value == 21)
        #expect(printed.takeAll() == [])
        withExtendedLifetime(dog) {}
    }

    private final class Quote: Sendable {
        let symbol: String
        let bid: Var<Double>, ask: Var<Double>
        let spread: Derived<Double>, mid: Derived<Double>

        init(_ symbol: String, bid: Double, ask: Double) {
            self.symbol = symbol
            self.bid = Var(bid)
            self.ask = Var(ask)
            spread = Derived(self.bid, self.ask) { bid, ask in ask - bid }
            mid = Derived(self.bid, self.ask) { bid, ask in Quote.middle(bid, ask) }
        }

        static func middle(_ bid: Double, _ ask: Double) -> Double { (bid + ask) / 2 }
    }

    private struct Summary: Equatable, Sendable {
        let average: Double
        let highest: String
    }

    @Test func `the price board prints what the page says`() {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }
        let dog = Dog()

        let quotes = [Quote("ABC", bid: 98, ask: 102), Quote("XYZ", bid: 196, ask: 204)]
        let symbols = quotes.map { $0.symbol }
        let mids = quotes.map { $0.mid }

        let average = Derived(of: mids) { mids -> Double in mids.reduce(0, +) / Double(mids.count) }
        let highest = Derived(of: mids) { mids -> String in
            let index = mids.indices.max { mids[$0] < mids[$1] }
            return index.map { symbols[$0] } ?? ""
        }
        #expect(average.value == 150 && highest.value == "XYZ")

        dog.observe(average).new { average in print("average \(average)") }
        dog.observe(highest).new { symbol in print("highest \(symbol)") }
        quotes[0].ask <- 106  // prints "average 151.0", and nothing about the symbol
        #expect(printed.takeAll() == ["average 151.0"])
        #expect(quotes[0].spread.value == 8)

        change(quotes[0].bid, quotes[0].ask) { bid, ask in
            bid = 298
            ask = 302
        }  // prints "average 250.0" and "highest ABC"
        #expect(printed.takeAll().sorted() == ["average 250.0", "highest ABC"])

        let summary = Derived(average, highest) { average, highest in
            Summary(average: average, highest: highest)
        }
        dog.observe(summary).new { summary in print("\(summary.highest) leads at \(summary.average)") }
        quotes[1].ask <- 504  // the new handler prints "XYZ leads at 325.0", once
        #expect(printed.takeAll().sorted() == ["XYZ leads at 325.0", "average 325.0", "highest XYZ"])

        let queue = DispatchQueue(label: "board")
        let movers = Derived(of: mids) { mids -> [String] in
            let order = mids.indices.sorted { mids[$0] > mids[$1] }
            return order.prefix(10).map { symbols[$0] }
        }
        dog.observe(movers).on(queue).merging().new().receive { symbols in print("board \(symbols)") }
        quotes[0].ask <- 702
        #expect(movers.drain(within: .hangLimit).isEmpty)
        #expect(printed.takeAll().contains(#"board ["ABC", "XYZ"]"#))

        let quote = quotes[0], recent = Var([Double]())
        let moving = Derived(recent) { mids in mids.reduce(0, +) / Double(max(1, mids.count)) }

        change(quote.bid, quote.ask, recent) { bid, ask, recent in
            (bid, ask) = (300, 304)
            recent = (recent + [Quote.middle(bid, ask)]).suffix(20)
        }
        #expect(moving.value == 302)
        withExtendedLifetime((dog, average, highest, summary, movers)) {}
    }

    private struct Address: Equatable, Sendable {
        var city = "Rome"
    }

    private struct Person: Equatable, Sendable {
        var name = "Mia", age = 7
        var address = Address()
    }

    private final class Greeting: Sendable {
        let text: Derived<String>

        init(for person: Var<Person>) {
            text = Derived(person[\.name], person[\.address.city]) { "\($0) from \($1)" }
        }
    }

    @Test func `a property prints what the page says`() {
        let printed = Printed(), dog = Dog(), queue = DispatchQueue(label: "screen")
        @Sendable func print(_ items: Any...) { printed(items) }

        let person = Var(Person())
        dog.observe(person, \.name) { update in print("\(update.old) is \(update.new) now") }
        dog.observe(person, \.address.city, on: queue) { update in print("in \(update.new)") }

        let greeting = Greeting(for: person)
        person.value.age += 1  // prints nothing
        queue.sync {}
        #expect(printed.takeAll() == [])
        person.value.name = "Maya"  // prints "Mia is Maya now"
        #expect(printed.takeAll() == ["Mia is Maya now"])

        dog.observe(person, \.name).on(queue).buffering(.newest(9)).new().receive { print("name \($0)") }
        dog.observe(person.startingWithLatest(), \.age) { update in print("age \(update.new)") }  // prints "age 8"
        #expect(printed.takeAll() == ["age 8"])

        person <- Person(name: "Eve", age: 8, address: Address(city: "Oslo"))
        queue.sync {}
        #expect(printed.takeAll().sorted() == ["Maya is Eve now", "in Oslo", "name Eve"])
        #expect(greeting.text.value == "Eve from Oslo")
        withExtendedLifetime(dog) {}
    }

    @Test func middleIsHalfway() {
        #expect(Quote.middle(98, 102) == 100)
    }

    @Test func midFollowsTheAsk() {
        let quote = Quote("ABC", bid: 98, ask: 102)
        let mids = quote.mid.recorded()
        quote.ask <- 106
        quote.bid <- 98  // an equal value
        #expect(mids.takeAll() == [Update(100, 102)])
        withExtendedLifetime(quote) {}
    }

    @Test func `a handler of a source reads the new value`() {
        let printed = Printed(), dog = Dog(), price = Var(2)
        let double = Derived(price) { 2 * $0 }
        dog.observe(double) { printed(["double \($0.new)"]) }
        dog.observe(price) { [weak double] _ in printed(["read \(double?.value ?? 0)"]) }
        price <- 5
        #expect(printed.takeAll() == ["read 10", "double 10"])
        withExtendedLifetime((dog, double)) {}
    }
}

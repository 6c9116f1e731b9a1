import SwiftObserver
import Testing

/// The code of the page about variables, compiled and run.
@Suite struct VariablesPageTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/Variables.md", isContainedIn: #filePath)
    }

    @Test func `it prints what the page says`() {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let dog = FreeObserver()
        let count = Var(0)
        dog.observe(count) { update in print("\(update.old) → \(update.new)") }
        count <- 1  // prints "0 → 1"
        count.value = 1  // prints nothing
        print(count)  // prints "Var(1)"
        #expect(printed.takeAll() == ["0 → 1", "Var(1)"])

        let names = Var(["Rex"])
        count += 1
        count.value *= 2
        names.value.append("Laika")
        #expect(printed.takeAll() == ["1 → 2", "2 → 4"])

        dog.observe(count) { update, author in print("\(update.new), by \(type(of: author))") }
        dog.observe(count).new { value in print("now it's \(value)") }
        count <- 5
        #expect(printed.takeAll() == ["4 → 5", "5, by Variable<Int>", "now it's 5"])
        dog.stopObserving(count)

        #expect(Meter().readings.value == 20)

        dog.observe(count.startingWithLatest()) { update in print("count is \(update.new)") }
        #expect(printed.takeAll() == ["count is 5"])

        let lamp = Lamp()
        lamp.$isOn.observed { update in print("on: \(update.new)") }
        lamp.$isOn <- true
        #expect(printed.takeAll() == ["on: true"] && lamp.isOn)

        let width = Var(3), height = Var(4)
        let size = width +++ height
        dog.observe(size) { update in print("\(update.new.left) by \(update.new.right)") }
        size <- 6 +++ 8  // prints "6 by 8", and each side sends its own update
        #expect(printed.takeAll() == ["6 by 8"])
        #expect(count + 1 == 6)
        count -= width
        #expect(printed.takeAll() == ["count is -1"])

        let total = Var<Int?>()  // nil
        total.int += 3  // an atomic change
        print(total.int)  // prints "3"
        #expect(printed.takeAll() == ["3"])

        let volume = Var(5)
        dog.observe(volume).new { value in if value > 10 { volume <- 10 } }
        volume <- 99
        print(volume.value)  // prints "10"
        #expect(printed.takeAll() == ["10"])
        withExtendedLifetime(dog) {}
    }

    @Test func `several variables change in one step`() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let dog = FreeObserver()
        let checking = Var(100), savings = Var(0)
        dog.observe(checking) { update in print("\(update.new) left, \(savings.value) saved") }
        change(checking, savings) { checking, savings in
            checking -= 30
            savings += 30
        }  // prints "70 left, 30 saved"
        #expect(printed.takeAll() == ["70 left, 30 saved"])

        struct NotEnough: Error {}

        func save(_ money: Int) throws -> Int {
            try change(checking, savings) { checking, savings in
                if checking < money { throw NotEnough() }
                checking -= money
                savings += money
                return savings
            }
        }
        #expect(try save(20) == 50)
        #expect(throws: NotEnough.self) { try save(60) }
        #expect(checking.value == 50 && savings.value == 50)
        #expect(printed.takeAll() == ["50 left, 50 saved"])

        dog.observe(savings) { _, author in print(author === dog) }
        change(checking, savings, as: dog) { checking, savings in savings += checking }
        #expect(printed.takeAll() == ["true"])
    }

    @Test func `a handler that changes what it observes needs no stack for that`() {
        let dog = FreeObserver(), count = Var(0), updates = Var(0)
        dog.observe(count).new { value in
            updates += 1
            if value < 100_000 { count += 1 }
        }
        count += 1
        #expect(count.value == 100_000 && updates.value == 100_000)
        withExtendedLifetime(dog) {}
    }
}

private final class Meter: Sendable {
    private let degrees = Var(20)
    var readings: BufferedView<Update<Int>> { degrees.view }
}

private struct Lamp: Sendable {
    @Var var isOn = false
}

import SwiftObserver
import Testing

/// The code of the page about transforms, compiled and run.
@Suite struct TransformsPageTests {

    @Test func `this file and that of the operators contain the code of the page`() throws {
        try expectCode(
            of: "Docs/SwiftObserver.docc/Transforms.md", isContainedIn: #filePath,
            or: ["Tests/SwiftSixClient/OperatorsTests.swift"])
    }

    @Test func `it prints what the page says`() {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let dog = FreeObserver()
        let temperature = Var(20)
        dog.observe(temperature).new().filter { $0 > 25 }.map { "\($0) degrees" }.receive { text in print(text) }
        temperature <- 30  // prints "30 degrees"
        #expect(printed.takeAll() == ["30 degrees"])

        let fahrenheit = temperature.new().map { $0 * 9 / 5 + 32 }
        dog.observe(fahrenheit) { degrees in print("\(degrees) °F") }
        temperature <- 20  // prints "68 °F"
        #expect(printed.takeAll() == ["68 °F"])

        dog.observe(temperature.new()) { _ in print("Nobody holds that.") }

        let weakTemperature = Weak(temperature)
        let doubled = weakTemperature.new().map { $0 * 2 }
        doubled.observed { number in print("doubled: \(number)") }
        temperature <- 4
        #expect(printed.takeAll() == ["39 °F", "doubled: 8"])
        doubled.stopBeingObserved()

        let name = Var<String?>()
        dog.observe(name).new().unwrap("nobody") { text in print("It's \(text).") }
        dog.observe(temperature).new().select(0) { print("It freezes.") }
        name <- "Laika"  // prints "It's Laika."
        #expect(printed.takeAll() == ["It's Laika."])
        temperature <- 0  // prints "It freezes.", and "32 °F" before that
        #expect(printed.takeAll() == ["32 °F", "It freezes."])

        let inside = Var(22)
        fahrenheit.origin.origin = inside
        inside <- 25  // prints "77 °F"
        #expect(printed.takeAll() == ["77 °F"])
        withExtendedLifetime((dog, fahrenheit, doubled)) {}
    }
}

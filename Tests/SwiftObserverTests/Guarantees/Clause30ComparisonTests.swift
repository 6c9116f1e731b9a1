import SwiftObserver
import Synchronization
import Testing

/// A part is compared by its bytes first, and then by `==`.
@Suite struct Clause30Comparison {

    private static let comparisons = Atomic(0)

    /// How many comparisons of parts a closure causes.
    private func comparisons(during act: () -> Void) -> Int {
        let before = Self.comparisons.load(ordering: .relaxed)
        act()
        return Self.comparisons.load(ordering: .relaxed) - before
    }

    /// A part whose comparisons are counted.
    private struct Counted: Equatable, Sendable {
        var number = 1
        var remark = 1

        static func == (left: Counted, right: Counted) -> Bool {
            comparisons.add(1, ordering: .relaxed)
            return left.number == right.number
        }
    }

    /// A value that always differs from others, without comparing its part.
    private struct Whole: Equatable, Sendable {
        var part = Counted()
        var other = 1
        var computed: Counted { part }
        static func == (_: Whole, _: Whole) -> Bool { false }
    }

    /// One test, because the counter belongs to all of them.
    @Test func `equal bytes aren't compared, and others once`() {
        let whole = Var(Whole()), dog = Dog(), heard = Recorder<Int>(), place = InlinePlace()
        dog.observe(whole, \.part) { heard.record($0.new.number) }
        #expect(comparisons { whole.value.other += 1 } == 0)
        #expect(comparisons { whole.value.part.remark += 1 } == 1)
        #expect(heard.values == [])
        #expect(comparisons { whole.value.part.number += 1 } == 1)
        #expect(heard.values == [2])
        dog.stopObserving(whole)

        dog.observe(whole, \.part, on: place) { heard.record($0.new.number) }
        #expect(comparisons { whole.value.other += 1 } == 0)
        #expect(comparisons { whole.value.part.remark += 1 } == 1)
        #expect(comparisons { whole.value.part.number += 1 } == 1)
        #expect(heard.values == [2, 3])
        dog.stopObserving(whole)

        dog.observe(whole, \.computed) { heard.record($0.new.number) }
        #expect(comparisons { whole.value.other += 1 } == 1)
        #expect(comparisons { whole.value.part.number += 1 } == 1)
        #expect(heard.values == [2, 3, 4])
    }

    private final class InlinePlace: DeliveryPlace {
        func enqueue(_ block: @escaping @Sendable () -> Void) { block() }
    }

    private struct Reading: Equatable, Sendable {
        var number = 1
        var celsius = Double.nan
        var fahrenheit: Double { celsius * 1.8 + 32 }
    }

    @Test func `a NaN that keeps its bytes hasn't changed`() {
        let reading = Var(Reading()), dog = Dog(), heard = Recorder<String>()
        @Sendable func text(_ degrees: Double) -> String { degrees.isNaN ? "nan" : "\(degrees)" }
        dog.observe(reading, \.celsius) { heard.record("stored \(text($0.old)) \(text($0.new))") }
        dog.observe(reading, \.fahrenheit) { heard.record("computed \(text($0.old)) \(text($0.new))") }
        reading.value.number += 1
        #expect(heard.values == ["computed nan nan"])
        reading.value.celsius = 10
        #expect(heard.values.dropFirst() == ["stored nan 10.0", "computed nan 50.0"])
        reading.value.celsius = .nan
        #expect(heard.values.dropFirst(3) == ["stored 10.0 nan", "computed 50.0 nan"])
        reading.value.celsius = Double(nan: 1, signaling: false)
        #expect(heard.values.dropFirst(5) == ["stored nan nan", "computed nan nan"])
    }

    @Test func `zeros of both signs are equal`() {
        let reading = Var(Reading(celsius: 0)), dog = Dog(), heard = Recorder<Double>()
        dog.observe(reading, \.celsius) { heard.record($0.new) }
        reading <- Reading(number: 2, celsius: -0.0)
        #expect(heard.values == [])
        reading <- Reading(number: 2, celsius: 1)
        #expect(heard.values == [1])
    }

    private struct Padded: Equatable, Sendable {
        var flag: Bool
        var number: Int

        init(flag: Bool, number: Int, padding: UInt8) {
            self.flag = flag
            self.number = number
            withUnsafeMutableBytes(of: &self) { $0[1] = padding }
        }
    }

    private struct Holder: Equatable, Sendable {
        var version: Int
        var padded: Padded
    }

    @Test func `bytes between fields don't count`() {
        let dog = Dog(), heard = Recorder<Int>()
        let holder = Var(Holder(version: 1, padded: Padded(flag: true, number: 1, padding: 1)))
        dog.observe(holder, \.padded) { heard.record($0.new.number) }
        holder <- Holder(version: 2, padded: Padded(flag: true, number: 1, padding: 2))
        #expect(heard.values == [])
        holder <- Holder(version: 3, padded: Padded(flag: true, number: 2, padding: 2))
        #expect(heard.values == [2])
    }

    private final class Tag: Equatable, Sendable {
        let text: String
        init(_ text: String) { self.text = text }
        static func == (left: Tag, right: Tag) -> Bool { left.text == right.text }
    }

    private struct Tagged: Equatable, Sendable {
        var tag: Tag
        var number = 1
        var empty = Empty()
    }

    private struct Empty: Equatable, Sendable {}

    @Test func `objects are compared like other parts`() {
        let dog = Dog(), heard = Recorder<String>(), tagged = Var(Tagged(tag: Tag("a")))
        dog.observe(tagged, \.tag) { heard.record("tag \($0.new.text)") }
        dog.observe(tagged, \.tag.text) { heard.record("text \($0.new)") }
        dog.observe(tagged, \.empty) { _ in heard.record("empty") }
        tagged.value.number += 1
        tagged.value = Tagged(tag: Tag("a"), number: 3)
        #expect(heard.values == [])
        tagged.value.tag = Tag("b")
        #expect(heard.values == ["tag b", "text b"])
        let object = Var(Tag("a"))
        dog.observe(object, \.text) { heard.record("object \($0.new)") }
        object <- Tag("b")
        #expect(heard.values.last == "object b")
    }

    @Test func `the whole is a part of itself`() {
        let dog = Dog(), heard = Recorder<Update<Int>>(), number = Var(1)
        dog.observe(number, \.self) { heard.record($0) }
        number <- 2
        number.send()
        #expect(heard.values == [Update(1, 2)])
    }

    private final class Plain: Equatable {
        var number = 1
        static func == (left: Plain, right: Plain) -> Bool { left === right }
    }

    private struct NotSendable: Equatable {
        var plain = Plain()
        var name = "a"
    }

    @Test func `a part of a value that isn't Sendable can be observed in place`() {
        let dog = Dog(), heard = Recorder<String>(), value = Var(NotSendable())
        dog.observe(value, \.name) { heard.record($0.new) }
        value.value.plain = Plain()
        value.value.name = "b"
        #expect(heard.values == ["b"])
    }
}

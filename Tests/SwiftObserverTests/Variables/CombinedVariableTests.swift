import Foundation
import SwiftObserver
import Testing

@Suite struct CombinedVariableTests {

    private let dog = Dog(), text = Var("old"), number = Var(1)

    // MARK: - Value

    @Test func `a combination reads the variables that it combines`() {
        let both = text +++ number
        #expect(both.value == Pair("old", 1))
        text <- "new"
        number.value += 1
        #expect(both.value.left == "new")
        #expect(both.value.right == 2)
        #expect(both.latestMessage == Update(Pair("new", 2), Pair("new", 2)))
    }

    @Test func `a combination sets the variables that it combines`() {
        let both = text +++ number
        both <- "new" +++ 42
        #expect(text.value == "new")
        #expect(number.value == 42)
        both.value = Pair("newer", 43)
        #expect(text.value == "newer")
        #expect(number.value == 43)
        let some: Var<Pair<String, Int>>? = both, none: Var<Pair<String, Int>>? = nil
        some <- "newest" +++ 44
        none <- "none" +++ 45
        #expect(both.value == Pair("newest", 44))
        #expect(text.value == "newest")
        #expect(number.value == 44)
    }

    @Test func `combinations nest`() {
        let all = Var(0.75) +++ text +++ number
        let updates = Recorder<Update<Pair<Pair<Double, String>, Int>>>()
        dog.observe(all) { updates.record($0) }
        #expect(all.value == Pair(Pair(0.75, "old"), 1))
        all <- 0.33 +++ "new" +++ 42
        #expect(text.value == "new")
        text <- "newer"
        number.value += 1
        #expect(
            updates.values == [
                Update(values(0.75, "old", 1), values(0.33, "new", 42)),
                Update(values(0.33, "new", 42), values(0.33, "newer", 42)),
                Update(values(0.33, "newer", 42), values(0.33, "newer", 43)),
            ])

        /// The compiler takes ten seconds for six times `0.75 +++ "old" +++ 1` in one expression.
        func values(_ first: Double, _ second: String, _ third: Int) -> Pair<Pair<Double, String>, Int> {
            first +++ second +++ third
        }
    }

    @Test func `combinations are combined on either side`() {
        let inner = text +++ number, left = inner +++ Var(true), right = Var(true) +++ inner
        let square = inner +++ (Var(2) +++ Var(3))
        right <- false +++ ("new" +++ 2)
        #expect(inner.value == Pair("new", 2))
        #expect(left.value == Pair(Pair("new", 2), true))
        square <- ("newer" +++ 3) +++ (4 +++ 5)
        #expect(right.value == Pair(false, Pair("newer", 3)))
        #expect(square.value.right == Pair(4, 5))
    }

    @Test func `a combination is equatable, comparable and encodable like any variable`() throws {
        let both = Var(1) +++ Var(2)
        let same = Var(1) +++ Var(2), greater = Var(1) +++ Var(3)
        #expect(both == same)
        #expect(both != greater)
        #expect(both < greater)
        let decoded = try JSONDecoder().decode(Var<Pair<Int, Int>>.self, from: JSONEncoder().encode(both))
        #expect(decoded == both)
    }

    @Test func `a combination is buffered`() {
        let both = text +++ number, flag = Var(false), log = Recorder<String>()
        dog.observe(both, flag) { log.record("\($0.new.left) \($0.new.right) \($1.new)") }
        flag <- true
        number <- 2
        #expect(log.values == ["old 1 true", "old 2 true"])
    }

    // MARK: - Updates

    @Test func `one change of one variable is one update`() {
        let both = text +++ number, updates = Recorder<Update<Pair<String, Int>>>()
        dog.observe(both) { updates.record($0) }
        number <- 2
        text.string += "er"
        #expect(updates.values == [Update("old" +++ 1, "old" +++ 2), Update("old" +++ 2, "older" +++ 2)])
    }

    @Test func `setting several variables is one update of each observed object`() {
        let both = text +++ number, more = number +++ text, most = both +++ more, log = Recorder<String>()
        dog.observe(text) { log.record("text \($0.new)") }
        dog.observe(number) { log.record("number \($0.new)") }
        dog.observe(both) { log.record("both \($0.new.left) \($0.new.right)") }
        dog.observe(more) { log.record("more \($0.new.left) \($0.new.right)") }
        dog.observe(most) { log.record("most \($0.new.left.left) \($0.new.right.left)") }
        both <- "new" +++ 2
        #expect(log.values == ["text new", "number 2", "both new 2", "more 2 new", "most new 2"])
    }

    @Test func `what stays equal sends nothing`() {
        let both = text +++ number, log = Recorder<String>()
        dog.observe(text) { _ in log.record("text") }
        dog.observe(number) { _ in log.record("number") }
        dog.observe(both) { _ in log.record("both") }
        both <- "old" +++ 1
        both.value.right += 0
        text <- "old"
        number.value += 0
        #expect(log.values == [])
        both <- "old" +++ 2
        #expect(log.values == ["number", "both"])
    }

    @Test func `a change of a text that nobody observes is an update of its combination`() {
        let both = text +++ number, updates = Recorder<Update<Pair<String, Int>>>()
        dog.observe(both) { updates.record($0) }
        text.value.append("er")
        text.value.append("")
        #expect(updates.values == [Update("old" +++ 1, "older" +++ 1)])
    }

    @Test func `a combination is changed in place`() {
        let both = text +++ number, log = Recorder<String>()
        dog.observe(text) { log.record("text \($0.new)") }
        dog.observe(number) { log.record("number \($0.new)") }
        dog.observe(both) { log.record("both \($0.old.left) \($0.old.right) \($0.new.left) \($0.new.right)") }
        both.value.left += "er"
        change(&both.value)
        #expect(log.values == ["text older", "both old 1 older 1", "text a", "number 7", "both older 1 a 7"])
    }

    @Test func `a change in place that throws leaves what it did, sends it, and blocks nobody`() {
        let both = text +++ number, updates = Recorder<Update<Pair<String, Int>>>()
        dog.observe(both) { updates.record($0) }
        #expect(throws: Interruption.self) { try interrupt(&both.value) }
        #expect(number.value == 5)
        onOtherThread { [text, number] in
            text <- "new"
            number <- 6
            both.value.right += 1
        }
        #expect(updates.values.map(\.new) == ["old" +++ 5, "new" +++ 5, "new" +++ 6, "new" +++ 7])
    }

    @Test func `send repeats the current value, and a message through a part is no concern of the combination`() {
        let both = text +++ number, updates = Recorder<Update<Pair<String, Int>>>()
        dog.observe(both) { updates.record($0) }
        text.send(Update("not", "true"))
        text.send()
        #expect(updates.count == 0)
        both.send()
        #expect(updates.values == [Update("old" +++ 1, "old" +++ 1)])
    }

    @Test func `the author of a change is the author of the update`() {
        let both = text +++ number, log = Recorder<String>(), cat = Dog()
        let names = [
            ObjectIdentifier(both): "both", ObjectIdentifier(text): "text", ObjectIdentifier(number): "number",
            ObjectIdentifier(cat): "cat",
        ]
        dog.observe(both) { log.record("both \(names[ObjectIdentifier($1)] ?? "")") }
        dog.observe(number) { log.record("number \(names[ObjectIdentifier($1)] ?? "")") }
        text <- "a"
        number.set(2, as: cat)
        both <- "b" +++ 3
        both.set("c" +++ 4, as: cat)
        both.value.right += 1
        #expect(
            log.values == [
                "both text", "number cat", "both cat", "number both", "both both", "number cat", "both cat",
                "number both", "both both",
            ])
    }

    @Test func `a variable may stand on both sides`() {
        let twice = number +++ number, log = Recorder<String>()
        dog.observe(number) { log.record("number \($0.new)") }
        dog.observe(twice) { log.record("twice \($0.old.left) \($0.old.right) \($0.new.left) \($0.new.right)") }
        number <- 2
        twice.value.left += 1
        twice.value.right += 1
        twice <- 8 +++ 9
        #expect(
            log.values == [
                "number 2", "twice 1 1 2 2", "number 3", "twice 2 2 3 3", "number 4", "twice 3 3 4 4", "number 9",
                "twice 4 4 9 9",
            ])
        #expect(number.value == 9)
        #expect(twice.value == Pair(9, 9))
    }

    @Test func `handlers may change the combination and its variables`() {
        let both = text +++ number, updates = Recorder<Update<Pair<String, Int>>>(), log = Recorder<String>()
        dog.observe(both) { [text, number] update in
            updates.record(update)
            if update.new.right == 2 { both <- "handled" +++ 3 }
            if update.new.right == 3 { number.value += 1 }
            if update.new.right == 4 { text <- "end" }
        }
        dog.observe(number) { [text] update in if update.new == 2 { text <- "first" } }
        dog.observe(text) { log.record($0.new) }
        number <- 2
        let news = ["old" +++ 2, "first" +++ 2, "handled" +++ 3, "handled" +++ 4, "end" +++ 4]
        #expect(updates.values.map(\.new) == news)
        #expect(zip(updates.values, updates.values.dropFirst()).allSatisfy { $0.new == $1.old })
        #expect(log.values.last == "end")
        #expect(both.value == Pair("end", 4))
    }

    // MARK: - Pairs

    @Test func `pairs are compared from left to right`() {
        let first = 1 +++ "b", second = 2 +++ "a", third = 2 +++ "b"
        #expect(first < second)
        #expect(second < third)
        #expect(!(third < third))
        #expect(Set([first, second, second]).count == 2)
        let nested = 0.33 +++ "new" +++ 42
        #expect(nested == Pair(Pair(0.33, "new"), 42))
    }

    // MARK: - Lifetime

    @Test func `a combination holds its variables, and they don't hold the combination`() {
        var left: Var<Int>? = Var(1), both = left.map { $0 +++ number }
        let weakLeft = WeakBox(left ?? number), weakBoth = WeakBox(both ?? Var(0) +++ Var(0))
        left = nil
        #expect(weakLeft.isAlive)
        number <- 2
        #expect(both?.value == Pair(1, 2))
        both = nil
        #expect(!weakLeft.isAlive)
        #expect(!weakBoth.isAlive)
        number <- 3
    }

    @Test func `nothing of a combination that died stays behind`() {
        let left = Var(Holder(nil)), right = Var(0), death = Recorder<Bool>()
        var both: Var<Pair<Holder, Int>>? = left +++ right
        _ = both.map { dog.observe($0) { _ in } }
        left <- Holder(Mortal { death.record(true) })
        both = nil
        #expect(death.count == 0)
        left <- Holder(nil)
        #expect(death.count == 1)
        right <- 1
    }

    @Test func `values of a combination may touch its variables when they die`() {
        let left = Var(Holder(nil)), both = left +++ number, log = Recorder<Int>(), cat = Dog()
        let read: @Sendable () -> Void = { [number] in
            number.value += 1
            log.record(both.value.right)
        }
        cat.observe(both) { _ in }
        left <- Holder(Mortal(onDeath: read))
        left <- Holder(nil)
        left <- Holder(Mortal(onDeath: read))
        both <- Holder(nil) +++ 10
        left.value = Holder(Mortal(onDeath: read))
        both.value.left = Holder(nil)
        #expect(log.values == [2, 11, 12])
    }

    @Test func `a combination may die while one of its variables is changed in place`() {
        let both = LockedBox<Var<Pair<String, Int>>?>(text +++ number)
        func change(_ value: inout Int) {
            value += 1
            let dying = both.withLock { both in
                let dying = both
                both = nil
                return dying
            }
            _ = dying
        }
        change(&number.value)
        #expect(number.value == 2)
        #expect(both.withLock { $0 == nil })
    }

    private struct Interruption: Error {}

    private func change(_ value: inout Pair<String, Int>) { value = "a" +++ 7 }

    private func interrupt(_ value: inout Pair<String, Int>) throws {
        value.right = 5
        throw Interruption()
    }
}

/// A value that holds an object.
private struct Holder: Equatable, Sendable {
    let mortal: Mortal?
    init(_ mortal: Mortal?) { self.mortal = mortal }
    static func == (left: Holder, right: Holder) -> Bool { left.mortal === right.mortal }
}

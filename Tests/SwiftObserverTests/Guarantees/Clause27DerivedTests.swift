import Dispatch
import Foundation
import SwiftObserver
import SwiftObserverTesting
import Testing

/// Derived values never glitch.
@Suite struct Clause27DerivedValues {

    @Test func `a derived value is computed from its sources`() {
        let price = Var(2), amount = Var(3), total = Derived(price, amount) { $0 * $1 }
        #expect(total.value == 6)
        price <- 5
        #expect(total.value == 15)
    }

    @Test func `observers get the updates of a derived value`() {
        let price = Var(2), amount = Var(3), total = Derived(price, amount) { $0 * $1 }
        let dog = Dog(), heard = Recorder<Update<Int>>()
        dog.observe(total) { heard.record($0) }
        price <- 5
        amount.value += 1
        #expect(heard.values == [Update(6, 15), Update(15, 20)])
        #expect(total.value == 20)
    }

    @Test func `an equal result sends nothing`() {
        let number = Var(1), isEven = Derived(number) { $0.isMultiple(of: 2) }
        let dog = Dog(), heard = Recorder<Bool>()
        dog.observe(isEven) { heard.record($0.new) }
        for new in [3, 5, 6, 8, 9] { number <- new }
        #expect(heard.values == [true, false])
    }

    @Test func `a diamond is computed once for each change`() {
        let root = Var(1), calls = Recorder<String>()
        let left = Derived(root) { $0 + 1 }, right = Derived(root) { $0 * 10 }
        let both = Derived(left, right) { left, right in
            calls.record("\(left) \(right)")
            return left + right
        }
        let dog = Dog(), heard = Recorder<Int>()
        dog.observe(both) { heard.record($0.new) }
        root <- 2
        root <- 3
        #expect(calls.values == ["2 10", "3 20", "4 30"])
        #expect(heard.values == [23, 34])
    }

    @Test func `combinations, views and many sources work as sources`() {
        let left = Var(1), right = Var("a"), both = left +++ right
        let text = Derived(both, left, right.view, both.view) {
            "\($0.left)\($0.right) \($1) \($2) \($3.left)\($3.right)"
        }
        let dog = Dog(), heard = Recorder<String>()
        dog.observe(text) { heard.record($0.new) }
        left <- 2
        both <- Pair(3, "b")
        #expect(heard.values == ["2a 2 a 2a", "3b 3 b 3b"])
        #expect(text.value == "3b 3 b 3b")
        let sum = Derived(of: (1...10).map { Var($0) }) { $0.reduce(0, +) }
        #expect(sum.value == 55)
    }

    @Test func `sources in an array may have different types`() {
        let price = Var(1), amount = Var(2), total = Derived(price, amount, function: +)
        let all = Derived(of: [price, total, amount.view], named: "all") { $0 }
        let dog = Dog(), heard = Recorder<[Int]>()
        dog.observe(all) { heard.record($0.new) }
        amount <- 5
        change(price, amount) { ($0, $1) = (2, 6) }
        #expect(heard.values == [[1, 6, 5], [2, 8, 6]])
        #expect(all.value == [2, 8, 6])
    }

    @Test func `a change that reaches combinations in several ways causes one update`() {
        let left = Var(1), right = Var(1), one = left +++ right, other = left +++ right
        let sum = Derived(one, other, left) { $0.left + $1.right + $2 }
        let dog = Dog(), heard = Recorder<Int>()
        dog.observe(sum) { heard.record($0.new) }
        one <- Pair(2, 3)
        other <- Pair(4, 5)
        left <- 6
        #expect(heard.values == [7, 13, 17])
    }

    @Test(.timeLimit(.minutes(1))) func `work doesn't grow with the number of paths`() {
        let root = Var(1), isIn = Gate(), mayEnd = Gate(), done = DispatchGroup()
        let first = Derived(root) { number in
            if number == 2 {
                isIn.open()
                mayEnd.pass()
            }
            return number
        }
        var level = [first, Derived(root) { $0 }]
        for _ in 1...40 { level = (0..<2).map { _ in Derived(level[0], level[1]) { max($0, $1) } } }
        let dog = Dog(), heard = Recorder<Int>()
        dog.observe(level[0]) { heard.record($0.new) }
        DispatchQueue.global().async(group: done) { root <- 2 }
        isIn.pass()
        root <- 3
        mayEnd.open()
        done.wait()
        root <- 4
        #expect(heard.values == [2, 3, 4])
    }

    @Test func `an observation can start with the value`() {
        let number = Var(1), double = Derived(number) { 2 * $0 }
        let dog = Dog(), heard = Recorder<Update<Int>>()
        dog.observe(double.startingWithLatest()) { heard.record($0) }
        number <- 2
        #expect(heard.values == [Update(2, 2), Update(2, 4)])
    }

    @Test func `a value is remembered for reads`() {
        let number = Var(1), calls = Recorder<Int>()
        let double = Derived(number) { number in
            calls.record(number)
            return 2 * number
        }
        let more = Derived(double) { $0 + 1 }
        #expect(more.value == 3 && more.value == 3 && double.value == 2)
        number <- 2
        #expect(more.value == 5 && double.value == 4)
        #expect(calls.values == [1, 2])
    }

    @Test func `observations end with the derived value`() {
        let number = Var(1), dog = Dog(), heard = Recorder<Int>()
        var double: Derived<Int>? = Derived(number) { 2 * $0 }
        if let double { dog.observe(double) { heard.record($0.new) } }
        number <- 2
        double = nil
        number <- 3
        #expect(heard.values == [4])
        #expect(double == nil)
    }

    @Test func `the function may use other values`() {
        let number = Var(1), factor = Var(2), product = Derived(number) { $0 * factor.value }
        let dog = Dog(), heard = Recorder<Int>()
        dog.observe(product) { heard.record($0.new) }
        number <- 2
        factor <- 3
        number <- 3
        #expect(heard.values == [4, 9])
    }

    /// A change locks all of them. ThreadSanitizer fails if a thread has more than 128 locks.
    /// So with it, there are only 100.
    @Test func `100,000 derived values in a row need no deep stack`() async {
        let isSanitized = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
        let root = Var(1), count = isSanitized ? 100 : 100_000
        var all = [Derived(root) { $0 + 1 }]
        for index in 1..<count { all.append(Derived(all[index - 1]) { $0 + 1 }) }
        let last = all[all.count - 1], dog = Dog(), heard = Recorder<Int>()
        #expect(last.value == count + 1)
        dog.observe(last) { heard.record($0.new) }
        root <- 2
        #expect(heard.values == [count + 2])
        dog.stopObserving(last)
        root <- 3
        #expect(last.value == count + 3)
    }

    // MARK: - Many threads

    /// A graph whose nodes know of which versions of the roots they were made.
    private final class VersionGraph: Sendable {

        let roots: [Var<Int>]
        let nodes: [Derived<[Int]>]
        let glitches = Recorder<String>()

        init(roots count: Int, nodes nodeCount: Int, _ random: inout Random) {
            roots = (0..<count).map { _ in Var(0) }
            let glitches = glitches
            var nodes: [Derived<[Int]>] = roots.enumerated().map { index, root in
                Derived(root) { version in (0..<count).map { $0 == index ? version : -1 } }
            }
            for number in 0..<nodeCount {
                let sources = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    nodes[Int.random(in: max(0, nodes.count - 8)..<nodes.count, using: &random)]
                }
                nodes.append(
                    Derived(of: sources) { values in
                        var merged = values[0]
                        for value in values.dropFirst() {
                            for (index, version) in value.enumerated() where version >= 0 {
                                if merged[index] >= 0, merged[index] != version {
                                    glitches.record("node \(number) mixes \(values)")
                                }
                                merged[index] = version
                            }
                        }
                        return merged
                    })
            }
            self.nodes = nodes
        }
    }

    @Test(arguments: 0..<30)
    func `random graphs show no glitch`(seed: Int) {
        var random = Random(UInt64(seed &* 7919 &+ 17))
        let graph = VersionGraph(roots: 4, nodes: 16, &random)
        let dogs = (0..<graph.nodes.count).map { _ in Dog() }
        let wrong = Recorder<String>()
        for (index, node) in graph.nodes.enumerated() where index % 2 == 0 {
            let queue = DispatchQueue(label: "node"), last = LockedBox<[Int]?>(nil)
            @Sendable func check(_ update: Update<[Int]>) {
                last.withLock { last in
                    if let last, last != update.old { wrong.record("a gap: \(last), then \(update)") }
                    if zip(update.old, update.new).contains(where: { $0 > $1 }) { wrong.record("back: \(update)") }
                    last = update.new
                }
            }
            if index % 4 == 0 {
                dogs[index].observe(node) { check($0) }
            } else {
                dogs[index].observe(node, on: queue) { check($0) }
            }
        }
        let states = (0..<4).map { Random(UInt64(seed * 4 + $0 + 1)) }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var random = states[thread]
            let dog = Dog()
            for _ in 0..<200 {
                let root = graph.roots[Int.random(in: 0..<4, using: &random)]
                let node = graph.nodes.randomElement(using: &random)!
                switch Int.random(in: 0..<8, using: &random) {
                case 0...3:
                    root.value += 1
                case 4:
                    let before = graph.roots.map(\.value), value = node.value, after = graph.roots.map(\.value)
                    for index in 0..<4 where value[index] >= 0 {
                        if value[index] < before[index] || value[index] > after[index] {
                            wrong.record("read \(value) between \(before) and \(after)")
                        }
                    }
                case 5: dog.observe(node.startingWithLatest()) { _ in }
                case 6: dog.stopObserving(node)
                default: dog.observe(node) { _ in }
                }
            }
        }
        for node in graph.nodes {
            for index in 0..<4 where node.value[index] >= 0 { #expect(node.value[index] == graph.roots[index].value) }
        }
        #expect(graph.glitches.values == [])
        #expect(wrong.values == [])
    }
}

import Testing

@testable import SwiftObserver

/// Elements that may wait, and places of gaps, without any thread.
@Suite struct BoundedQueueTests {

    @Test func `without a bound, everything waits`() {
        var queue = queue(.unbounded)
        #expect(append(1...100, to: &queue) == Array(repeating: "added", count: 100))
        #expect(queue.count == 100)
        #expect(queue.turns == 100)
        #expect(takeAll(from: &queue) == (1...100).map { "\($0)" } + ["nothing"])
        #expect(queue.dropped == 0)
    }

    @Test(arguments: 1...5)
    func `the newest replace the oldest`(limit: Int) {
        var queue = queue(.newest(limit))
        #expect(append(1...limit, to: &queue) == Array(repeating: "added", count: limit))
        #expect(append(limit + 1...limit + 3, to: &queue) == (1...3).map { "replaced \($0)" })
        #expect(queue.count == limit)
        #expect(queue.turns == limit)
        #expect(queue.dropped == 3)
        let expected = ["\(4) behind 3"] + (5..<limit + 4).map { "\($0)" }
        #expect(takeAll(from: &queue) == expected + ["nothing"])
    }

    @Test(arguments: 1...5)
    func `the oldest stay, and a gap waits behind them`(limit: Int) {
        var queue = queue(.oldest(limit))
        #expect(append(1...limit, to: &queue) == Array(repeating: "added", count: limit))
        #expect(append(limit + 1...limit + 3, to: &queue) == ["opens gap", "dropped", "dropped"])
        #expect(queue.count == limit)
        #expect(queue.turns == limit + 1)
        #expect(queue.dropped == 3)
        #expect(takeAll(from: &queue) == (1...limit).map { "\($0)" } + ["gap 3", "nothing"])
        #expect(queue.turns == 0)
    }

    @Test func `a gap that isn't marked is nothing to take out`() {
        var queue = BoundedQueue<Int>(limit: .oldest(2), marksGaps: false)
        #expect(append(1...4, to: &queue) == ["added", "added", "dropped", "dropped"])
        #expect(queue.turns == 2)
        #expect(queue.dropped == 2)
        #expect(takeAll(from: &queue) == ["1", "2", "nothing"])
    }

    @Test func `a gap begins behind what waits when its first element is dropped`() {
        var queue = queue(.oldest(2))
        _ = append(1...3, to: &queue)
        #expect(take(from: &queue) == "1")
        // 2 and 4 wait: 5 is missing after 4, and 3 is missing before it
        #expect(append(4...6, to: &queue) == ["added", "opens gap", "dropped"])
        #expect(queue.turns == 4)
        #expect(take(from: &queue) == "2")
        #expect(take(from: &queue) == "gap 1")
        #expect(append(7...8, to: &queue) == ["added", "opens gap"])
        #expect(takeAll(from: &queue) == ["4", "gap 2", "7", "gap 1", "nothing"])
    }

    @Test func `what is dropped after its gap was taken out is a gap of its own`() {
        var queue = queue(.oldest(1))
        for number in [0, 10] {
            #expect(append(number...number + 2, to: &queue) == ["added", "opens gap", "dropped"])
            #expect(takeAll(from: &queue) == ["\(number)", "gap 2", "nothing"])
        }
    }

    @Test func `what is dropped in front is told once, with the next element`() {
        var queue = queue(.newest(2))
        _ = append(1...4, to: &queue)
        #expect(take(from: &queue) == "3 behind 2")
        #expect(append(5...6, to: &queue) == ["added", "replaced 4"])
        #expect(takeAll(from: &queue) == ["5 behind 1", "6", "nothing"])
        #expect(append(7...7, to: &queue) == ["added"])
        #expect(takeAll(from: &queue) == ["7", "nothing"])
    }

    @Test func `one too many cuts off, and nothing is accepted from then on`() {
        var queue = queue(.upTo(2))
        #expect(append(1...2, to: &queue) == ["added", "added"])
        #expect(queue.isCutOff == false)
        #expect(append(3...4, to: &queue) == ["opens gap", "dropped"])
        #expect(queue.isCutOff == true)
        #expect(take(from: &queue) == "1")
        #expect(append(5...5, to: &queue) == ["dropped"])
        #expect(queue.count == 1)
        #expect(queue.turns == 2)
        #expect(takeAll(from: &queue) == ["2", "cut off 3", "nothing"])
        #expect(append(6...7, to: &queue) == ["dropped", "dropped"])
        #expect(takeAll(from: &queue) == ["nothing"])
        #expect(queue.turns == 0)
        #expect(queue.dropped == 5)
    }

    @Test func `as many as may wait don't cut off, however many went through`() {
        var queue = queue(.upTo(3))
        for number in 0..<10 {
            #expect(append(3 * number..<3 * number + 3, to: &queue) == ["added", "added", "added"])
            #expect(takeAll(from: &queue).count == 4)
        }
        #expect(queue.isCutOff == false)
    }

    @Test func `who isn't told of gaps is cut off all the same`() {
        var queue = BoundedQueue<Int>(limit: .upTo(1), marksGaps: false)
        #expect(append(1...2, to: &queue) == ["added", "opens gap"])
        #expect(takeAll(from: &queue) == ["1", "cut off 1", "nothing"])
    }

    @Test func `what waits is merged with what comes`() {
        var queue = queue(.merged { 100 * $0 + $1 })
        #expect(append(1...3, to: &queue) == ["added", "merged 1", "merged 102"])
        #expect(queue.count == 1)
        #expect(queue.turns == 1)
        #expect(takeAll(from: &queue) == ["10203", "nothing"])
        #expect(append(4...4, to: &queue) == ["added"])
        #expect(takeAll(from: &queue) == ["4", "nothing"])
        #expect(queue.dropped == 0)
    }

    @Test func `some elements are taken out at once, up to the next gap`() {
        var queue = queue(.oldest(4)), batch: [Int] = []
        _ = append(1...5, to: &queue)
        #expect(queue.takeElements(2, into: &batch) == 0)
        #expect(batch == [1, 2])
        _ = append(6...7, to: &queue)
        #expect(queue.hasElementNext == true)
        #expect(queue.takeElements(10, into: &batch) == 0)
        #expect(batch == [3, 4])
        #expect(queue.hasElementNext == false)
        #expect(take(from: &queue) == "gap 1")
        #expect(queue.hasElementNext == true)
        #expect(queue.takeElements(10, into: &batch) == 0)
        #expect(batch == [6, 7])
        #expect(queue.hasElementNext == false)
    }

    @Test func `what is missing in front of elements that are taken out at once is told`() {
        var queue = queue(.newest(3)), batch: [Int] = []
        _ = append(1...5, to: &queue)
        #expect(queue.takeElements(2, into: &batch) == 2)
        #expect(batch == [3, 4])
        #expect(queue.takeElements(2, into: &batch) == 0)
        #expect(batch == [5])
    }

    @Test func `who wants to know beforehand what is missing takes that out`() {
        var queue = queue(.newest(2))
        _ = append(1...2, to: &queue)
        #expect(queue.takeMissedInFront() == nil)
        _ = append(3...5, to: &queue)
        #expect(queue.takeMissedInFront() == 3)
        #expect(queue.takeMissedInFront() == nil)
        #expect(takeAll(from: &queue) == ["4", "5", "nothing"])
    }

    @Test func `all elements can be taken out at once`() {
        var queue = queue(.oldest(3)), rest = SegmentedQueue<Int>()
        _ = append(1...5, to: &queue)
        queue.takeAll(into: &rest)
        #expect(rest.count == 3)
        #expect(queue.count == 0)
    }

    @Test(arguments: 1...30)
    func `all that came is taken out or missing, in its place`(_ seed: UInt64) {
        var random = Random(seed)
        func below(_ count: Int) -> Int { Int(random.next() >> 33) % count }
        let bound = 1 + below(6), kind = below(3)
        var queue = queue([BufferLimit<Int>.newest(bound), .oldest(bound), .upTo(bound)][kind])
        var position = 0, sent = 0, turns = 0, isOver = false
        func check(_ element: Int, missed: Int) {
            position += missed
            #expect(element == position)
            position += 1
        }
        for _ in 0..<400 where !isOver {
            switch below(4) {
            case 0, 1:
                for _ in 0...below(2 * bound) {
                    let before = queue.turns, outcome = admit(sent, to: &queue)
                    sent += 1
                    switch outcome {
                    case .added, .dropped(opensGap: true): turns = before + 1
                    default: turns = before
                    }
                    #expect(queue.turns == turns)
                }
            case 2:
                switch next(from: &queue) {
                case .element(let element, let missed): check(element, missed: missed)
                case .gap(let missed): position += missed
                case .cutOff(let missed):
                    position += missed
                    isOver = true
                case .nothing: #expect(position == sent)
                }
            default:
                guard queue.hasElementNext else { break }
                var batch: [Int] = []
                var missed = queue.takeElements(1 + below(bound), into: &batch)
                #expect(!batch.isEmpty)
                for element in batch {
                    check(element, missed: missed)
                    missed = 0
                }
            }
            #expect(queue.count <= bound)
        }
        drain: while true {
            switch next(from: &queue) {
            case .element(let element, let missed): check(element, missed: missed)
            case .gap(let missed), .cutOff(let missed): position += missed
            case .nothing: break drain
            }
        }
        #expect(position == sent)
    }

    private func queue(_ limit: BufferLimit<Int>) -> BoundedQueue<Int> { BoundedQueue(limit: limit, marksGaps: true) }

    private func append(_ numbers: some Sequence<Int>, to queue: inout BoundedQueue<Int>) -> [String] {
        var outcomes: [String] = []
        for number in numbers {
            switch admit(number, to: &queue) {
            case .added: outcomes.append("added")
            case .replaced(let old): outcomes.append("replaced \(old)")
            case .merged(let old): outcomes.append("merged \(old)")
            case .dropped(let opensGap): outcomes.append(opensGap ? "opens gap" : "dropped")
            }
        }
        return outcomes
    }

    private func take(from queue: inout BoundedQueue<Int>) -> String {
        switch next(from: &queue) {
        case .element(let element, 0): "\(element)"
        case .element(let element, let missed): "\(element) behind \(missed)"
        case .gap(let missed): "gap \(missed)"
        case .cutOff(let missed): "cut off \(missed)"
        case .nothing: "nothing"
        }
    }

    /// Takes out all elements, until there's nothing to take.
    private func takeAll(from queue: inout BoundedQueue<Int>) -> [String] {
        var all: [String] = []
        repeat { all.append(take(from: &queue)) } while all.last != "nothing"
        return all
    }

    // MARK: - What the users of a queue do

    private enum Outcome {
        case added
        case replaced(Int)
        case merged(Int)
        case dropped(opensGap: Bool)
    }

    private func admit(_ number: Int, to queue: inout BoundedQueue<Int>) -> Outcome {
        switch queue.admit() {
        case .add:
            queue.append(number)
            return .added
        case .replace:
            let oldest = queue.removeFirst()
            queue.append(number)
            return .replaced(oldest)
        case .merge: return .merged(queue.merge(number))
        case .drop(let opensGap): return .dropped(opensGap: opensGap)
        }
    }

    private enum Taken {
        case element(Int, missed: Int)
        case gap(Int)
        case cutOff(missed: Int)
        case nothing
    }

    private func next(from queue: inout BoundedQueue<Int>) -> Taken {
        switch queue.next() {
        case .element(let missed): .element(queue.removeFirst(), missed: missed)
        case .gap(let missed): .gap(missed)
        case .cutOff(let missed): .cutOff(missed: missed)
        case .nothing: .nothing
        }
    }
}

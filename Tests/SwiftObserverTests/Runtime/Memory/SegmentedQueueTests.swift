import Testing

@testable import SwiftObserver

@Suite struct SegmentedQueueTests {

    @Test func `elements come out in the order in which they went in`() {
        var queue = SegmentedQueue<Int>()
        for element in 0..<100 { queue.append(element) }
        #expect(queue.count == 100)
        #expect(take(100, from: &queue) == Array(0..<100))
        #expect(queue.count == 0)
    }

    @Test(arguments: 0...20)
    func `the order survives growth, wherever in memory the queue begins`(beginning: Int) {
        var queue = SegmentedQueue<Int>()
        for element in 0...beginning { queue.append(element) }
        #expect(take(beginning, from: &queue) == Array(0..<beginning))
        for element in 1...100 { queue.append(beginning + element) }
        #expect(take(50, from: &queue) == Array(beginning..<beginning + 50))
        for element in 101...200 { queue.append(beginning + element) }
        #expect(take(151, from: &queue) == Array(beginning + 50...beginning + 200))
    }

    @Test func `a queue that never gets long needs no larger segments, however much goes through`() {
        var queue = SegmentedQueue<Int>()
        for element in 0..<5 { queue.append(element) }
        for element in 5..<1000 {
            queue.append(element)
            #expect(queue.removeFirst() == element - 5)
            #expect(room(behindEndOf: queue) <= 8)
        }
        #expect(take(5, from: &queue) == Array(995..<1000))
    }

    // Only a leak checker can see whether the other segments are freed.
    @Test func `a queue that was long begins anew without memory`() {
        var queue = SegmentedQueue<Int>()
        for _ in 1...3 {
            for element in 0..<100_000 { queue.append(element) }
            #expect(room(behindEndOf: queue) < 1024)
            #expect(take(100_000, from: &queue) == Array(0..<100_000))
            #expect(room(behindEndOf: queue) == 0)
        }
    }

    @Test func `a short queue keeps its segment`() {
        var queue = SegmentedQueue<Int>()
        for element in 0..<20 { queue.append(element) }
        _ = take(20, from: &queue)
        #expect((1...32).contains(room(behindEndOf: queue)))
    }

    @Test func `elements may be larger than a segment, or have no size`() {
        var large = SegmentedQueue<Large>(), nothings = SegmentedQueue<Void>()
        for number in 0..<20 {
            large.append(Large(number: number))
            nothings.append(())
        }
        for number in 0..<20 {
            #expect(large.removeFirst().number == number)
            nothings.removeFirst()
        }
        #expect(large.count == 0)
        #expect(nothings.count == 0)
    }

    @Test(arguments: [0, 3, 7])
    func `what is left in queue dies with it, and what was taken out dies only once`(beginning: Int) {
        let deaths = Recorder<Int>()
        do {
            var queue = SegmentedQueue<Mortal>()
            for _ in 0..<beginning { queue.append(Mortal {}) }
            for _ in 0..<beginning { _ = queue.removeFirst() }
            for number in 0..<20 { queue.append(Mortal { deaths.record(number) }) }
            #expect(deaths.values == [])
            do { _ = queue.removeFirst() }
            #expect(deaths.values == [0])
            let second = queue.removeFirst()
            #expect(deaths.values == [0])
            withExtendedLifetime(second) {}
        }
        #expect(deaths.values.sorted() == Array(0..<20))
    }

    @Test(arguments: 1...20)
    func `any sequence of changes does the same to a queue as to an array`(_ seed: Int) {
        var queue = SegmentedQueue<Int>(), model: [Int] = [], state = seed, next = 0
        func random(_ count: Int) -> Int {
            state = (state &* 1_103_515_245 &+ 12345) & 0x7fff_ffff
            return (state >> 8) % count
        }
        for _ in 0..<500 {
            switch random(8) {
            case 0...3:
                for _ in 0...random(seed.isMultiple(of: 5) ? 500 : 12) {
                    queue.append(next)
                    model.append(next)
                    next += 1
                }
            case 4...6:
                let count = random(model.count + 1)
                #expect(take(count, from: &queue) == Array(model.prefix(count)))
                model.removeFirst(count)
            default:
                #expect(take(model.count, from: &queue) == model)
                model = []
            }
            #expect(queue.count == model.count)
        }
        #expect(take(model.count, from: &queue) == model)
    }

    @Test(arguments: 0...20, [0, 1, 7, 8, 9, 64, 100])
    func `some first elements move to other memory at once`(beginning: Int, count: Int) {
        var queue = SegmentedQueue<Int>()
        for element in 0..<100 + beginning { queue.append(element) }
        #expect(take(beginning, from: &queue) == Array(0..<beginning))
        #expect(move(count, from: &queue) == Array(beginning..<beginning + count))
        #expect(queue.count == 100 - count)
        for element in 0..<50 { queue.append(100 + beginning + element) }
        #expect(take(150 - count, from: &queue) == Array(beginning + count..<150 + beginning))
        #expect(queue.count == 0)
    }

    @Test func `elements that moved die only once, and the others with the queue`() {
        let deaths = Recorder<Int>()
        do {
            var queue = SegmentedQueue<Mortal>()
            for number in 0..<20 { queue.append(Mortal { deaths.record(number) }) }
            do {
                let moved = move(13, from: &queue)
                #expect(moved.count == 13)
                #expect(deaths.values == [])
                withExtendedLifetime(moved) {}
            }
            #expect(deaths.values.sorted() == Array(0..<13))
        }
        #expect(deaths.values.sorted() == Array(0..<20))
    }

    @Test(arguments: [1, 10, 100, 3000])
    func `a queue through which elements flow takes a segment that it left`(length: Int) {
        var queue = SegmentedQueue<Int>()
        var starts = Set<Int>()
        for element in 0..<length { queue.append(element) }
        for element in length..<length + 20_000 {
            queue.append(element)
            #expect(queue.removeFirst() == element - length)
            if element >= length + 10_000 { starts.insert(lastSegmentEnd(of: queue)) }
        }
        #expect(take(length, from: &queue) == Array(20_000..<20_000 + length))
        // the queue reuses the same few segments
        #expect(starts.count <= length / 500 + 8)
    }

    @Test(arguments: 1...20)
    func `moving elements does the same to a queue as to an array`(_ seed: UInt64) {
        var random = Random(seed), queue = SegmentedQueue<Token>(), model: [Token] = []
        func below(_ count: Int) -> Int { Int(random.next() >> 33) % count }
        for number in 0..<300 {
            if below(3) > 0 {
                for _ in 0...below(seed.isMultiple(of: 4) ? 2000 : 20) {
                    let token = Token(number)
                    queue.append(token)
                    model.append(token)
                }
            } else {
                let count = below(model.count + 1)
                #expect(move(count, from: &queue) == Array(model.prefix(count)))
                model.removeFirst(count)
            }
            #expect(queue.count == model.count)
        }
    }

    private func move<Element>(_ count: Int, from queue: inout SegmentedQueue<Element>) -> [Element] {
        // Making an empty array like this writes a zero to the memory that all empty arrays share.
        // ThreadSanitizer reports that as a race.
        if count == 0 { return [] }
        return [Element](unsafeUninitializedCapacity: count) { memory, initializedCount in
            if let start = memory.baseAddress { queue.moveFirst(count, to: start) }
            initializedCount = count
        }
    }

    private func take(_ count: Int, from queue: inout SegmentedQueue<Int>) -> [Int] {
        var elements: [Int] = []
        for _ in 0..<count { elements.append(queue.removeFirst()) }
        return elements
    }

    /// The number of elements that still fit into the last segment. It's computed from the fourth
    /// and the fifth stored number of the queue.
    private func room(behindEndOf queue: borrowing SegmentedQueue<Int>) -> Int {
        withUnsafeBytes(of: queue) {
            let size = MemoryLayout<Int>.size
            let segmentEnd = $0.load(fromByteOffset: 4 * size, as: Int.self)
            return (segmentEnd - $0.load(fromByteOffset: 3 * size, as: Int.self)) / size
        }
    }

    private func lastSegmentEnd(of queue: borrowing SegmentedQueue<Int>) -> Int {
        withUnsafeBytes(of: queue) { $0.load(fromByteOffset: 4 * MemoryLayout<Int>.size, as: Int.self) }
    }

    private struct Large {
        let number: Int
        let first = Quarter(), second = Quarter(), third = Quarter(), fourth = Quarter(), fifth = Quarter()

        struct Quarter { let numbers = (SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>()) }
    }
}

import Testing

@testable import SwiftObserver

@Suite struct LineTests {

    @Test func `elements come out in the order in which they went in`() {
        var line = Line<Int>()
        for element in 0..<100 { line.append(element) }
        #expect(line.count == 100)
        #expect(take(100, from: &line) == Array(0..<100))
        #expect(line.count == 0)
    }

    @Test(arguments: 0...20)
    func `the order survives growth, wherever in memory the line begins`(beginning: Int) {
        var line = Line<Int>()
        for element in 0...beginning { line.append(element) }
        #expect(take(beginning, from: &line) == Array(0..<beginning))
        for element in 1...100 { line.append(beginning + element) }
        #expect(take(50, from: &line) == Array(beginning..<beginning + 50))
        for element in 101...200 { line.append(beginning + element) }
        #expect(take(151, from: &line) == Array(beginning + 50...beginning + 200))
    }

    @Test func `a line that never gets long needs no larger blocks, however much goes through`() {
        var line = Line<Int>()
        for element in 0..<5 { line.append(element) }
        for element in 5..<1000 {
            line.append(element)
            #expect(line.removeFirst() == element - 5)
            #expect(room(behindEndOf: line) <= 8)
        }
        #expect(take(5, from: &line) == Array(995..<1000))
    }

    // Whether the other blocks are really given back is for leak checkers to see.
    @Test func `a line that was long begins anew without memory`() {
        var line = Line<Int>()
        for _ in 1...3 {
            for element in 0..<100_000 { line.append(element) }
            #expect(room(behindEndOf: line) < 1024)
            #expect(take(100_000, from: &line) == Array(0..<100_000))
            #expect(room(behindEndOf: line) == 0)
        }
    }

    @Test func `a short line keeps its block`() {
        var line = Line<Int>()
        for element in 0..<20 { line.append(element) }
        _ = take(20, from: &line)
        #expect((1...32).contains(room(behindEndOf: line)))
    }

    @Test func `elements may be larger than a block, or have no size`() {
        var large = Line<Large>(), nothings = Line<Void>()
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
    func `what is left in line dies with it, and what was taken out dies only once`(beginning: Int) {
        let deaths = Recorder<Int>()
        do {
            var line = Line<Mortal>()
            for _ in 0..<beginning { line.append(Mortal {}) }
            for _ in 0..<beginning { _ = line.removeFirst() }
            for number in 0..<20 { line.append(Mortal { deaths.record(number) }) }
            #expect(deaths.values == [])
            do { _ = line.removeFirst() }
            #expect(deaths.values == [0])
            let second = line.removeFirst()
            #expect(deaths.values == [0])
            withExtendedLifetime(second) {}
        }
        #expect(deaths.values.sorted() == Array(0..<20))
    }

    @Test(arguments: 1...20)
    func `any sequence of changes does the same to a line as to an array`(_ seed: Int) {
        var line = Line<Int>(), model: [Int] = [], state = seed, next = 0
        func random(_ count: Int) -> Int {
            state = (state &* 1_103_515_245 &+ 12345) & 0x7fff_ffff
            return (state >> 8) % count
        }
        for _ in 0..<500 {
            switch random(8) {
            case 0...3:
                for _ in 0...random(seed.isMultiple(of: 5) ? 500 : 12) {
                    line.append(next)
                    model.append(next)
                    next += 1
                }
            case 4...6:
                let count = random(model.count + 1)
                #expect(take(count, from: &line) == Array(model.prefix(count)))
                model.removeFirst(count)
            default:
                #expect(take(model.count, from: &line) == model)
                model = []
            }
            #expect(line.count == model.count)
        }
        #expect(take(model.count, from: &line) == model)
    }

    private func take(_ count: Int, from line: inout Line<Int>) -> [Int] {
        var elements: [Int] = []
        for _ in 0..<count { elements.append(line.removeFirst()) }
        return elements
    }

    /// How many more elements have room in the last block. The numbers that say it are the last two that the line stores.
    private func room(behindEndOf line: borrowing Line<Int>) -> Int {
        withUnsafeBytes(of: line) {
            let size = MemoryLayout<Int>.size
            let blockEnd = $0.load(fromByteOffset: 4 * size, as: Int.self)
            return (blockEnd - $0.load(fromByteOffset: 3 * size, as: Int.self)) / size
        }
    }

    private struct Large {
        let number: Int
        let first = Quarter(), second = Quarter(), third = Quarter(), fourth = Quarter(), fifth = Quarter()

        struct Quarter { let numbers = (SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>()) }
    }
}

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

    @Test(arguments: 0...8)
    func `the order survives growth, wherever in memory the line begins`(beginning: Int) {
        var line = Line<Int>()
        for element in 0..<beginning { line.append(element) }
        _ = take(beginning, from: &line)
        for element in 0..<8 { line.append(element) }
        #expect(capacity(of: line) == 8)
        for element in 8..<20 { line.append(element) }
        #expect(capacity(of: line) == 32)
        #expect(take(20, from: &line) == Array(0..<20))
    }

    @Test func `a line that never gets long needs no more memory, however much goes through`() {
        var line = Line<Int>()
        for element in 0..<5 { line.append(element) }
        for element in 5..<1000 {
            line.append(element)
            #expect(line.removeFirst() == element - 5)
        }
        #expect(capacity(of: line) == 8)
        #expect(take(5, from: &line) == Array(995..<1000))
    }

    @Test func `only an empty line gives up its memory, and only if that is a lot`() {
        var line = Line<Int>()
        for element in 0..<1024 { line.append(element) }
        _ = take(1024, from: &line)
        line.shrink()
        #expect(capacity(of: line) == 1024)
        for element in 0..<1025 { line.append(element) }
        line.shrink()
        #expect(capacity(of: line) == 2048)
        #expect(take(1025, from: &line) == Array(0..<1025))
        line.shrink()
        #expect(capacity(of: line) == 0)
        line.append(7)
        #expect(take(1, from: &line) == [7])
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
            default: line.shrink()
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

    /// How many elements have room, which is the third number that the line stores.
    private func capacity(of line: borrowing Line<Int>) -> Int {
        withUnsafeBytes(of: line) { $0.load(fromByteOffset: 2 * MemoryLayout<Int>.size, as: Int.self) }
    }
}

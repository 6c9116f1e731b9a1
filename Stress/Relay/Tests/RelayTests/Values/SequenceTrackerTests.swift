import Testing

@testable import Relay

@Suite struct SequenceTrackerTests {

    private let ann = RelayPublisher(number: 1)
    private let bob = RelayPublisher(number: 2)
    private let start = RelayID(milliseconds: 100, number: 5)

    private func id(_ milliseconds: UInt64) -> RelayID { RelayID(milliseconds: milliseconds, number: 0) }

    @Test func `messages without holes are the next ones`() {
        var tracker = SequenceTracker(from: start)
        for number in UInt64(1)...100 { #expect(tracker.read(number, of: ann) == .next) }
    }

    @Test func `what was read before is a duplicate`() {
        var tracker = SequenceTracker(from: start)
        for number in UInt64(1)...10 { _ = tracker.read(number, of: ann) }
        for number in UInt64(1)...10 { #expect(tracker.read(number, of: ann) == .duplicate) }
        #expect(tracker.read(11, of: ann) == .next)
    }

    @Test func `a gap is told once, with its size`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1, of: ann) == .next)
        #expect(tracker.read(5, of: ann) == .behindGap(3))
        #expect(tracker.read(6, of: ann) == .next)
        #expect(tracker.read(3, of: ann) == .duplicate)
        #expect(tracker.read(UInt64.max, of: ann) == .behindGap(.max - 7))
        #expect(tracker.read(UInt64.max, of: ann) == .duplicate)
    }

    @Test func `publishers don't disturb each other`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1, of: ann) == .next)
        #expect(tracker.read(1, of: bob) == .next)
        #expect(tracker.read(4, of: bob) == .behindGap(2))
        #expect(tracker.read(2, of: ann) == .next)
        #expect(tracker.read(2, of: ann) == .duplicate)
    }

    @Test func `what a publisher sent before the beginning isn't missing`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1000, of: ann) == .next)
        #expect(tracker.read(1002, of: ann) == .behindGap(1))
    }

    @Test func `from the start of a stream, nothing may be missing in front of the first message`() {
        var tracker = SequenceTracker(from: .zero, readsAll: true)
        #expect(tracker.read(1, of: ann) == .next)
        #expect(tracker.read(4, of: bob) == .behindGap(3))
        #expect(tracker.read(5, of: bob) == .next)
    }

    @Test func `a position tells what is missing at the end`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1, of: ann) == .next)
        #expect(tracker.read(position: 1, of: ann, first: id(200)) == 0)
        #expect(tracker.read(position: 4, of: ann, first: id(200)) == 3)
        #expect(tracker.read(position: 4, of: ann, first: id(200)) == 0)
        #expect(tracker.read(position: 2, of: ann, first: id(200)) == 0)
        #expect(tracker.read(4, of: ann) == .duplicate)
        #expect(tracker.read(5, of: ann) == .next)
    }

    @Test func `a position of someone unknown counts if the first message came behind the beginning`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(position: 7, of: ann, first: id(200)) == 7)
        #expect(tracker.read(position: 7, of: bob, first: id(50)) == 0)
        #expect(tracker.read(8, of: ann) == .next)
        #expect(tracker.read(8, of: bob) == .next)
    }

    @Test func `a position that doesn't know its first message counts only from the start of a stream`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(position: 7, of: ann, first: nil) == 0)
        var all = SequenceTracker(from: .zero, readsAll: true)
        #expect(all.read(position: 7, of: ann, first: nil) == 7)
    }

    @Test func `the publishers that were silent for the longest time are forgotten first`() {
        var tracker = SequenceTracker(from: .zero, readsAll: true, capacity: 100)
        for number in UInt64(1)...100 { _ = tracker.read(1, of: RelayPublisher(number: number)) }
        #expect(tracker.read(2, of: RelayPublisher(number: 1)) == .next)
        #expect(tracker.read(1, of: RelayPublisher(number: 101)) == .next)
        #expect(tracker.read(2, of: RelayPublisher(number: 1)) == .duplicate)
        #expect(tracker.read(1, of: RelayPublisher(number: 100)) == .duplicate)
        #expect(tracker.read(1, of: RelayPublisher(number: 101)) == .duplicate)
    }

    @Test func `nothing is told of those who may have been forgotten`() {
        var tracker = SequenceTracker(from: .zero, readsAll: true, capacity: 10)
        for number in UInt64(1)...11 { _ = tracker.read(1, of: RelayPublisher(number: number)) }
        #expect(tracker.read(50, of: RelayPublisher(number: 1)) == .next)
        #expect(tracker.read(position: 50, of: RelayPublisher(number: 2), first: id(1)) == 0)
    }

    @Test func `any numbers of any publishers give exact sums`() {
        var generator = SeededGenerator(seed: 2)
        var tracker = SequenceTracker(from: .zero, readsAll: true)
        var latest: [UInt64: UInt64] = [:], accounted: [UInt64: UInt64] = [:]
        for _ in 0..<20_000 {
            let publisher = UInt64.random(in: 1...20, using: &generator)
            let number = max(1, latest[publisher, default: 0] + UInt64.random(in: 0...3, using: &generator))
            let who = RelayPublisher(number: publisher)
            if Bool.random(using: &generator) {
                accounted[publisher, default: 0] += tracker.read(position: number, of: who, first: nil)
            } else {
                switch tracker.read(number, of: who) {
                case .next: accounted[publisher, default: 0] += 1
                case .duplicate: #expect(number <= latest[publisher, default: 0])
                case .behindGap(let count): accounted[publisher, default: 0] += count + 1
                }
            }
            latest[publisher] = max(number, latest[publisher, default: 0])
        }
        #expect(accounted == latest)
    }
}

import RelayRig
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

    @Test func `a number far ahead isn't the publisher's if it continues where it was before`() {
        for far in [2004, 1_000_000, UInt64.max - 1, .max] {
            var tracker = SequenceTracker(from: start)
            for number in UInt64(1)...3 { #expect(tracker.read(number, of: ann) == .next) }
            #expect(tracker.read(far, of: ann, at: id(7)) == .behindGap(far - 4))
            #expect(tracker.read(3, of: ann) == .duplicate)
            #expect(tracker.read(far, of: ann) == .duplicate)
            #expect(tracker.read(4, of: ann) == (far > 2004 ? .resumed(strays: [id(7)], missing: 0) : .duplicate))
            #expect(tracker.read(5, of: ann) == (far > 2004 ? .next : .duplicate))
        }
    }

    @Test func `what was dropped after a number not far ahead is what was told to be missing`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1, of: ann) == .next)
        #expect(tracker.read(5, of: ann) == .behindGap(3))
        for number in UInt64(2)...5 { #expect(tracker.read(number, of: ann) == .duplicate) }
        #expect(tracker.read(6, of: ann) == .next)
    }

    @Test func `several entries that aren't the publisher's are all told, with what's missing since`() {
        var tracker = SequenceTracker(from: start)
        for number in UInt64(1)...3 { #expect(tracker.read(number, of: ann) == .next) }
        #expect(tracker.read(10_000, of: ann, at: id(7)) == .behindGap(9996))
        #expect(tracker.read(20_000, of: ann, at: id(8)) == .behindGap(9999))
        #expect(tracker.read(position: 30_000, of: ann, first: nil, at: id(9)) == 10_000)
        #expect(tracker.read(6, of: ann) == .resumed(strays: [id(7), id(8), id(9)], missing: 2))
        #expect(tracker.read(7, of: ann) == .next)
        #expect(tracker.read(4, of: ann) == .duplicate)
    }

    @Test func `a number far ahead in front of a publisher's first message isn't the publisher's`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(.max, of: ann, at: id(7)) == .next)
        #expect(tracker.read(5, of: ann) == .resumed(strays: [id(7)], missing: 0))
        #expect(tracker.read(6, of: ann) == .next)
        #expect(tracker.read(position: 6, of: ann, first: id(200)) == 4)
    }

    @Test func `a gap of any size is the publisher's if it continues behind that`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1, of: ann) == .next)
        #expect(tracker.read(10_000, of: ann, at: id(7)) == .behindGap(9998))
        #expect(tracker.read(10_001, of: ann) == .next)
        #expect(tracker.read(2, of: ann) == .duplicate)
        #expect(tracker.read(20_001, of: ann, at: id(8)) == .behindGap(9999))
        #expect(tracker.read(position: 20_001, of: ann, first: nil) == 0)
        #expect(tracker.read(10_002, of: ann) == .duplicate)
    }

    @Test func `what is read again is a duplicate, also if some was missing before`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1, of: ann) == .next)
        #expect(tracker.read(10_000, of: ann) == .behindGap(9998))
        tracker.readAgain()
        for number in UInt64(1)...10_000 { #expect(tracker.read(number, of: ann) == .duplicate) }
        #expect(tracker.read(10_001, of: ann) == .next)
    }

    @Test func `only the latest eight entries that may not be the publisher's are remembered`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(1, of: ann) == .next)
        for number in UInt64(1)...9 { _ = tracker.read(10_000 * number, of: ann, at: id(number)) }
        #expect(tracker.read(2, of: ann) == .duplicate)
        #expect(tracker.read(10_001, of: ann) == .resumed(strays: (2...9).map { id($0) }, missing: 0))
    }

    @Test func `the largest numbers don't overflow`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(.max, of: ann) == .next)
        #expect(tracker.read(position: .max, of: ann, first: id(200)) == UInt64.max - 1)
        #expect(tracker.read(.max, of: ann) == .duplicate)
        #expect(tracker.read(1 << 63, of: bob) == .next)
        #expect(tracker.read(position: .max, of: bob, first: id(200)) == UInt64.max - 1)
        var positions = SequenceTracker(from: start)
        #expect(positions.read(position: .max, of: ann, first: id(200)) == .max)
        #expect(positions.read(position: 0, of: bob, first: nil) == 0)
        #expect(positions.read(position: .max, of: bob, first: id(200)) == .max)
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

    @Test func `what is missing in front of the first message is told by a position, if the publisher began later`() {
        var tracker = SequenceTracker(from: start)
        #expect(tracker.read(4, of: ann) == .next)
        #expect(tracker.read(4, of: bob) == .next)
        #expect(tracker.read(position: 5, of: ann, first: id(200)) == 4)
        #expect(tracker.read(position: 5, of: bob, first: start) == 1)
        #expect(tracker.read(position: 6, of: ann, first: id(200)) == 1)
        #expect(tracker.read(position: 6, of: bob, first: id(200)) == 1)
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

    @Test func `a position that doesn't know its first message counts only if something was read`() {
        var tracker = SequenceTracker(from: .zero)
        #expect(tracker.read(position: 7, of: ann, first: nil) == 0)
        #expect(tracker.read(position: 9, of: ann, first: nil) == 2)
    }

    @Test func `the publishers that were silent for the longest time are forgotten first`() {
        var tracker = SequenceTracker(from: .zero, capacity: 100)
        for number in UInt64(1)...100 { _ = tracker.read(1, of: RelayPublisher(number: number)) }
        #expect(tracker.read(2, of: RelayPublisher(number: 1)) == .next)
        #expect(tracker.read(1, of: RelayPublisher(number: 101)) == .next)
        #expect(tracker.read(2, of: RelayPublisher(number: 1)) == .duplicate)
        #expect(tracker.read(1, of: RelayPublisher(number: 100)) == .duplicate)
        #expect(tracker.read(1, of: RelayPublisher(number: 101)) == .duplicate)
    }

    @Test func `nothing is told of those who may have been forgotten`() {
        var tracker = SequenceTracker(from: .zero, capacity: 10)
        for number in UInt64(1)...11 { _ = tracker.read(1, of: RelayPublisher(number: number)) }
        #expect(tracker.read(50, of: RelayPublisher(number: 1)) == .next)
        #expect(tracker.read(position: 50, of: RelayPublisher(number: 1), first: id(1)) == 0)
        #expect(tracker.read(position: 50, of: RelayPublisher(number: 2), first: id(1)) == 0)
    }

    @Test func `any numbers of any publishers give exact sums`() {
        var generator = Seeded(2)
        var tracker = SequenceTracker(from: .zero)
        var latest: [UInt64: UInt64] = [:], accounted: [UInt64: UInt64] = [:]
        for _ in 0..<20_000 {
            let publisher = UInt64.random(in: 1...20, using: &generator)
            let number = max(1, latest[publisher, default: 0] + UInt64.random(in: 0...3, using: &generator))
            let who = RelayPublisher(number: publisher)
            if Bool.random(using: &generator) {
                accounted[publisher, default: 0] += tracker.read(position: number, of: who, first: id(1))
            } else {
                switch tracker.read(number, of: who) {
                case .next: accounted[publisher, default: 0] += 1
                case .duplicate: #expect(number <= latest[publisher, default: 0])
                case .behindGap(let count): accounted[publisher, default: 0] += count + 1
                case .resumed: Issue.record("Nothing is far ahead.")
                }
            }
            latest[publisher] = max(number, latest[publisher, default: 0])
        }

        // A position reports the messages that are missing before the first one.
        for (publisher, number) in latest {
            let who = RelayPublisher(number: publisher)
            accounted[publisher, default: 0] += tracker.read(position: number, of: who, first: id(1))
        }
        #expect(accounted == latest)
    }
}

extension SequenceTracker {

    /// Reads an entry whose id doesn't matter.
    fileprivate mutating func read(_ number: UInt64, of publisher: RelayPublisher) -> Verdict {
        read(number, of: publisher, at: .zero)
    }

    fileprivate mutating func read(position: UInt64, of publisher: RelayPublisher, first: RelayID?) -> UInt64 {
        read(position: position, of: publisher, first: first, at: .zero)
    }
}

import Testing

@testable import SwiftObserver

/// Decisions of a feed, with no thread or task but that of the test.
@Suite struct FeedStateTests {

    @Test(arguments: [1, 2])
    func `a loop that is about to wait gets the first of the elements that came meanwhile`(number: Int) async {
        let got: Int? = await withUnsafeContinuation { continuation in
            var state = FeedState<Int>(limit: .unbounded, gap: nil), batch = SegmentedQueue<Int>()
            let loop = state.enter(), before = text(state.take(loop, false, &batch))
            for element in 1...number { _ = state.push(element) }
            let after = text(state.wait(Waiter(loop: loop, continuation: continuation)))
            #expect([before, after] == ["nothing yet", "1"])
            continuation.resume(returning: Int(after))
        }
        #expect(got == 1)
    }

    @Test func `who waits gets the next element, and nothing goes in line for it`() async {
        let got: Int? = await withUnsafeContinuation { continuation in
            var state = FeedState<Int>(limit: .unbounded, gap: nil), batch = SegmentedQueue<Int>()
            let loop = state.enter(), before = text(state.wait(Waiter(loop: loop, continuation: continuation)))
            let pushed = state.push(1), after = text(state.take(loop, false, &batch))
            #expect([before, after] == ["nothing yet", "nothing yet"])
            if case .taken(let waiter) = pushed { #expect(waiter.loop == loop) } else { Issue.record("\(pushed)") }
            continuation.resume(returning: 1)
        }
        #expect(got == 1)
    }

    @Test(arguments: [BufferLimit<Int>.unbounded, .newest(3)])
    func `an element that no loop takes out any more isn't handled`(limit: BufferLimit<Int>) {
        var state = FeedState<Int>(limit: limit, gap: nil), batch = SegmentedQueue<Int>()
        let loop = state.enter()
        for element in 1...3 { _ = state.push(element) }
        let taken = text(state.take(loop, false, &batch))
        let isLast = state.leave(loop, rest: &batch).isLast
        _ = state.push(4)
        let progress = state.progress
        #expect(taken == "1" && isLast)
        #expect(progress.handled == 1 && progress.waiting == 3 && progress.missed == 0)
    }

    @Test func `a loop that is alone takes all at once, others take one by one`() {
        var state = FeedState<Int>(limit: .unbounded, gap: nil), batch = SegmentedQueue<Int>()
        let loop = state.enter()
        for element in 1...3 { _ = state.push(element) }
        let one = text(state.take(loop, false, &batch)), others = text(state.take(loop, true, &batch))
        let count = batch.count, first = batch.removeFirst()
        #expect([one, others] == ["1", "batch"])
        #expect(count == 2 && first == 2)
    }

    @Test func `limits keep the newest or the oldest, and what is dropped is counted`() {
        var newest = FeedState<Int>(limit: .newest(2), gap: nil), oldest = FeedState<Int>(limit: .oldest(2), gap: nil),
            batch = SegmentedQueue<Int>()
        let loops = (newest.enter(), oldest.enter())
        var dropped: [Int] = []
        for number in 1...3 {
            if case .evicted(let element) = newest.push(number) { dropped.append(element) }
            if case .evicted(let element) = oldest.push(number) { dropped.append(element) }
        }
        let counts = [newest.dropped, oldest.dropped]
        let taken = [text(newest.take(loops.0, true, &batch)), text(oldest.take(loops.1, true, &batch))]
        #expect(dropped == [1])
        #expect(counts == [1, 1])
        #expect(taken == ["2", "1"])
    }

    @Test func `after the end, loops get what is left, and after they have left, nothing`() {
        var state = FeedState<Int>(limit: .unbounded, gap: nil)
        var batch = SegmentedQueue<Int>(), rest = SegmentedQueue<Int>()
        let one = state.enter(), other = state.enter()
        for element in 1...2 { _ = state.push(element) }
        let waiters = state.close().count
        _ = state.push(3)
        let first = text(state.take(one, false, &batch)), isOneLast = state.leave(one, rest: &rest).isLast
        let second = text(state.take(one, false, &batch)), isOtherLast = state.leave(other, rest: &rest).isLast
        let isLastAgain = state.leave(other, rest: &rest).isLast, count = rest.count, wasLeft = state.wasLeft
        #expect(waiters == 0)
        #expect([first, second] == ["1", "end"])
        #expect([isOneLast, isOtherLast, isLastAgain] == [false, true, false])
        #expect(count == 1 && !wasLeft)
    }

    @Test func `a feed that the last loop leaves is closed, and knows why`() {
        var state = FeedState<Int>(limit: .unbounded, gap: nil), rest = SegmentedQueue<Int>()
        let loop = state.enter(), isLast = state.leave(loop, rest: &rest).isLast, wasLeft = state.wasLeft
        _ = state.push(1)
        var batch = SegmentedQueue<Int>()
        let late = state.enter(), taken = text(state.take(late, false, &batch))
        #expect(isLast && wasLeft)
        #expect(taken == "end")
    }

    private func text(_ taken: FeedState<Int>.Taken) -> String {
        switch taken {
        case .element(let element): "\(element)"
        case .batch: "batch"
        case .end: "end"
        case .nothingYet: "nothing yet"
        }
    }
}

import Dispatch
import SwiftObserver
import Testing

/// Limits and gaps of asynchronous loops.
@Suite struct Clause19LoopsGetGaps {

    private let sky = Messenger<Int>()

    @Test func `the newest are kept, and the gap is in front of them`() async {
        #expect(await elements(.newest(2)) == [.gap(missed: 3), .message(4), .message(5)])
    }

    @Test func `the oldest are kept, and the gap is behind them`() async {
        #expect(await elements(.oldest(2)) == [.message(1), .message(2), .gap(missed: 3)])
    }

    @Test func `without a bound, there are no gaps`() async {
        #expect(await elements(.unbounded) == (1...5).map { .message($0) })
    }

    @Test func `one too many ends the loop behind what waits, and others don't notice`() async {
        let messages = sky.messagesAndGaps(buffering: .upTo(2)), plain = sky.messages(buffering: .upTo(2))
        let others = Recorder<Int>(), dog = Dog()
        dog.observe(sky) { others.record($0) }
        for number in 1...5 { sky.send(number) }
        #expect(messages.droppedCount == 1 && plain.droppedCount == 1)
        #expect(await all(messages) == [.message(1), .message(2), .gap(missed: 1)])
        #expect(await all(plain) == [1, 2])
        #expect(others.values == Array(1...5))
        #expect(dog.isObserving(sky))
    }

    @Test func `as many as may wait don't end the loop, again and again`() async {
        var iterator = sky.messages(buffering: .upTo(2)).makeAsyncIterator()
        for number in 1...10 {
            sky.send(2 * number)
            sky.send(2 * number + 1)
            #expect(await iterator.next() == 2 * number)
            #expect(await iterator.next() == 2 * number + 1)
        }
    }

    @Test func `each gap has its place`() async {
        let newest = sky.messagesAndGaps(buffering: .newest(2)), oldest = sky.messagesAndGaps(buffering: .oldest(2))
        var newestElements = newest.makeAsyncIterator(), oldestElements = oldest.makeAsyncIterator()
        for number in 1...3 { sky.send(number) }
        #expect(await newestElements.next() == .gap(missed: 1))
        #expect(await oldestElements.next() == .message(1))
        // either 2 and 3 wait, or only 2
        for number in 4...5 { sky.send(number) }
        #expect(newest.droppedCount == 3)
        #expect(oldest.droppedCount == 2)
        var rest: [MessageOrGap<Int>?] = []
        for _ in 1...3 { rest.append(await newestElements.next()) }
        #expect(rest == [.gap(missed: 2), .message(4), .message(5)])
        rest = []
        for _ in 1...4 { rest.append(await oldestElements.next()) }
        #expect(rest == [.message(2), .gap(missed: 1), .message(4), .gap(missed: 1)])
    }

    @Test func `elements and gaps add up to what was sent by many threads`() async {
        for buffering in [MessageBuffering.newest(3), .oldest(3)] {
            var sky: Messenger<Int>? = Messenger()
            let messages = sky!.messagesAndGaps(buffering: buffering)
            let sending = Task.detached { [sky] in
                onThreads(3) { _ in for number in 0..<1000 { sky?.send(number) } }
            }
            sky = nil
            var handled = 0, missed = 0
            for await element in messages {
                switch element {
                case .message: handled += 1
                case .gap(let count): missed += count
                }
            }
            await sending.value
            #expect(handled + missed == 3000)
            #expect(messages.droppedCount == missed)
        }
    }

    @Test func `a loop that waits gets a message although the bound is 1`() async {
        let sky = sky, messages = sky.messagesAndGaps(buffering: .upTo(1)), got = Recorder<MessageOrGap<Int>>()
        let loop = Task { for await element in messages { got.record(element) } }
        for number in 1...20 {
            sky.send(number)
            await eventually { got.count >= number }
        }
        #expect(got.values == (1...20).map { .message($0) })
        sky.stopBeingObserved()
        await loop.value
    }

    @Test func `the bound holds while another thread is held in a handler in place`() async {
        let held = HeldDelivery(on: sky), messages = sky.messagesAndGaps(buffering: .newest(2))
        #expect(held.begin())
        for number in 1...1000 { sky.send(number) }
        #expect(messages.droppedCount == 999)
        #expect(sky.inspect().observations.first { $0.place == .loop }?.waiting == 2)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == .gap(missed: 999))
        #expect(await iterator.next() == .message(999))
        #expect(await iterator.next() == .message(1000))
        #expect(held.end())
    }

    @Test func `whoever is one too many ends the loop although another thread is held`() async {
        let held = HeldDelivery(on: sky), messages = sky.messages(buffering: .upTo(2))
        #expect(held.begin())
        for number in 1...3 { sky.send(number) }
        #expect(await all(messages) == [0, 1])
        #expect(held.end())
    }

    @Test func `a loop over a combination doesn't wait for a handler of a part`() async {
        let part = Var(0), both = part +++ Var(0), began = Gate(), mayEnd = Gate(), ends = Recorder<Int>()
        part.observed { _ in
            began.open()
            mayEnd.pass()
            ends.record(1)
        }
        let messages = both.messages(), home = Elsewhere(), isLooping = Gate()
        let loop = Task { await home.takeOne(of: messages, beginning: isLooping) }
        await eventually { isLooping.isOpen }
        await home.visit()
        DispatchQueue(label: "sender").async { part.value = 1 }
        await loop.value
        #expect(ends.values == [])
        mayEnd.open()
        await part.drain(within: .hangLimit)
    }

    @Test func `a bound below 1 stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = Messenger<Int>().messages(buffering: .upTo(0)) }
        await #expect(processExitsWith: .failure) { _ = Messenger<Int>().messagesAndGaps(buffering: .newest(0)) }
        await #expect(processExitsWith: .failure) { _ = Messenger<Int>().messagesWithAuthors(buffering: .oldest(0)) }
    }

    private func elements(_ buffering: MessageBuffering) async -> [MessageOrGap<Int>] {
        var sky: Messenger<Int>? = Messenger()
        let messages = sky!.messagesAndGaps(buffering: buffering)
        for number in 1...5 { sky?.send(number) }
        sky = nil
        return await all(messages)
    }

    private func all<Element>(_ messages: Messages<Element>) async -> [Element] {
        await messages.reduce(into: []) { $0.append($1) }
    }
}

extension Elsewhere {

    /// Takes one element. A visit after the gate opens finds the loop waiting.
    fileprivate func takeOne(of messages: Messages<some Sendable>, beginning isLooping: Gate) async {
        isLooping.open()
        for await _ in messages { break }
    }
}

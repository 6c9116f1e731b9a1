import Dispatch
import SwiftObserver
import Testing

/// The limit is exact, and missed messages are reported where they are missing.
@Suite struct Clause19LossesAreToldInPlace {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue")

    @Test func `the newest wait while the handler is in a message, and each gap is told in front of what's behind it`()
    {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).buffering(.newest(3)).missed(slow.miss).receive(slow.receive)
        send(1)
        #expect(slow.begins())
        // 1 no longer waits
        send(2, 3, 4)
        #expect(sky.backlog == 3)
        send(5, 6)
        #expect(sky.backlog == 3)
        #expect(slow.goesOn())
        #expect(slow.calls.values == [.message(1), .missed(2), .message(4)])
        #expect(sky.backlog == 2)
        send(7)
        #expect(sky.backlog == 3)
        send(8)
        #expect(sky.backlog == 3)
        for _ in 6...8 { #expect(slow.goesOn()) }
        slow.end()
        queue.sync {}
        #expect(slow.calls.values.dropFirst(3) == [.missed(1), .message(6), .message(7), .message(8)])
    }

    @Test func `the oldest wait while the handler is in a message, and each gap is told behind what waited`() {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).buffering(.oldest(3)).missed(slow.miss).receive(slow.receive)
        send(1)
        #expect(slow.begins())
        send(2, 3, 4, 5, 6)
        #expect(sky.backlog == 3)
        #expect(slow.goesOn())
        send(7, 8)
        #expect(sky.backlog == 3)
        for _ in 1...3 { #expect(slow.goesOn()) }
        send(9)
        #expect(slow.goesOn())
        slow.end()
        queue.sync {}
        #expect(
            slow.calls.values == [
                .message(1), .message(2), .message(3), .message(4), .missed(2), .message(7), .missed(1), .message(9),
            ])
    }

    @Test func `who is in a message may have so many that wait, and one more cuts it off`() {
        let slow = SlowHandler(), other = Recorder<Int>(), cat = Dog()
        dog.observe(sky).on(queue).buffering(.upTo(3)).missed(slow.miss).receive(slow.receive)
        cat.observe(sky) { other.record($0) }
        send(1)
        #expect(slow.begins())
        send(2, 3, 4)
        #expect(slow.goesOn())
        send(5)
        for _ in 3...5 { #expect(slow.goesOn()) }
        // nothing waits, and nothing was dropped
        #expect(sky.backlog == 0)
        send(6, 7, 8, 9, 10)
        #expect(sky.backlog == 3)
        #expect(slow.goesOn())
        // there's room again, but not for an observation that is cut off
        send(11)
        #expect(sky.backlog == 2)
        #expect(dog.isObserving(sky))
        slow.end(3)
        queue.sync {}
        send(12)
        queue.sync {}
        #expect(slow.calls.values == (1...8).map { .message($0) } + [.missed(3)])
        #expect(!dog.isObserving(sky))
        #expect(cat.isObserving(sky))
        #expect(other.values == Array(1...12))
    }

    @Test func `who is cut off is told once, also of nothing that comes while it's told`() {
        let sky = sky, calls = Recorder<Call>()
        dog.observe(sky).on(queue).buffering(.upTo(1)).missed {
            sky.send(-1)
            calls.record(.missed($0))
        }.receive {
            calls.record(.message($0))
        }
        hold { send(1, 2, 3) }
        queue.sync {}
        #expect(calls.values == [.message(1), .missed(2)])
        #expect(!dog.isObserving(sky))
    }

    @Test(arguments: [MessageBuffering.newest(1), .oldest(1), .upTo(1)])
    func `the bound may be 1`(_ buffering: MessageBuffering) {
        let calls = observeCalls(buffering)
        hold { send(1, 2) }
        #expect(calls.values == (buffering == .newest(1) ? [.missed(1), .message(2)] : [.message(1), .missed(1)]))
    }

    @Test func `what was dropped after a gap was told is a gap of its own`() {
        let newest = observeCalls(.newest(2)), oldest = observeCalls(.oldest(2))
        let rounds = [0, 10, 20]
        for round in rounds { hold { for number in 1...4 { send(round + number) } } }
        let newestCalls: [Call] = rounds.flatMap { [Call.missed(2), .message($0 + 3), .message($0 + 4)] }
        let oldestCalls: [Call] = rounds.flatMap { [Call.message($0 + 1), .message($0 + 2), .missed(2)] }
        #expect(newest.values == newestCalls)
        #expect(oldest.values == oldestCalls)
    }

    @Test(arguments: 1...20)
    func `what survives is handled in the order of sending, whichever observables share the queue`(_ seed: UInt64) {
        var random = Random(seed)
        let limits: [MessageBuffering] = [.newest(2), .unbounded, .oldest(3), .newest(1), .upTo(4), .oldest(1)]
        let handled = Recorder<Int>(), told = Recorder<(observable: Int, missed: Int)>()
        let messengers = limits.map { _ in Messenger<Int>() }
        for (index, limit) in limits.enumerated() {
            dog.observe(messengers[index]).on(queue).buffering(limit).missed {
                told.record((index, $0))
            }.receive {
                handled.record($0)
            }
        }
        var sent = limits.map { _ in [Int]() }, isCutOff = false
        // the last round has enough messages to make the lane drop void runs
        for round in 1...4 {
            var expected: [Int] = [], missed = limits.map { _ in 0 }
            sent = sent.map { _ in [] }
            told.clear()
            handled.clear()
            queue.suspend()
            for number in 0..<(round == 4 ? 3000 : 40) {
                let index = Int(random.next() >> 33) % limits.count
                messengers[index].send(number)
                sent[index].append(number)
            }
            queue.resume()
            queue.sync {}
            for (index, limit) in limits.enumerated() {
                var kept = sent[index][...]
                switch limit {
                case .newest(let count): kept = kept.suffix(count)
                case .upTo where isCutOff: (kept, sent[index]) = ([], [])
                case .oldest(let count), .upTo(let count): kept = kept.prefix(count)
                case .unbounded: break
                }
                expected += kept
                missed[index] = sent[index].count - kept.count
                if case .upTo = limit, missed[index] > 0 { isCutOff = true }
                #expect(
                    told.values.filter { $0.observable == index }.map(\.missed) == [missed[index]].filter { $0 > 0 })
            }
            #expect(handled.values == expected.sorted())
        }
    }

    @Test func `losses are told on the queue, and never while the handler runs`() {
        let meter = OverlapMeter(), queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let key = DispatchSpecificKey<Int>(), strangers = Recorder<Int>(), total = Recorder<Int>(), sky = sky
        queue.setSpecific(key: key, value: 1)
        let call: @Sendable (Int) -> Void = { count in
            if DispatchQueue.getSpecific(key: key) != 1 { strangers.record(count) }
            meter.measure { total.record(count) }
        }
        dog.observe(sky).on(queue).buffering(.newest(2)).missed(call).receive { _ in call(1) }
        onThreads(4) { _ in for number in 0..<500 { sky.send(number) } }
        queue.sync(flags: .barrier) {}
        #expect(meter.maximum == 1)
        #expect(strangers.values == [])
        #expect(total.values.reduce(0, +) == 2000)
    }

    @Test(arguments: [MessageBuffering.newest(2), .oldest(2), .upTo(2)])
    func `losses are told before the end by farewell, and the last words are heard`(_ buffering: MessageBuffering) {
        let calls = Recorder<Call>()
        var sky: Messenger<Int>? = Messenger()
        dog.observe(sky!).on(queue).buffering(buffering).missed {
            calls.record(.missed($0))
        }.receive {
            calls.record(.message($0))
        }
        hold {
            for number in 1...5 { sky?.send(number) }
            sky = nil
        }
        #expect(
            calls.values
                == (buffering == .newest(2)
                    ? [.missed(3), .message(4), .message(5)] : [.message(1), .message(2), .missed(3)]))
    }

    @Test func `the farewell is behind a full buffer, and isn't dropped`() {
        let calls = Recorder<Call>()
        var sky: Messenger<Int>? = Messenger()
        let deaths = Recorder<Void>()
        dog.observe(sky!).on(queue).buffering(.oldest(1)).receive { [mortal = Mortal { deaths.record(()) }] in
            mortal.touch()
            calls.record(.message($0))
        }
        hold {
            sky?.send(1)
            sky = nil
            #expect(deaths.count == 0)
        }
        #expect(calls.values == [.message(1)])
        #expect(deaths.count == 1)
    }

    @Test(arguments: [MessageBuffering.newest(1), .oldest(1), .upTo(1)])
    func `a promise's value isn't dropped`(_ buffering: MessageBuffering) {
        let calls = Recorder<Call>(), promise = Promise<Int>()
        dog.observe(promise).on(queue).buffering(buffering).missed {
            calls.record(.missed($0))
        }.receive {
            calls.record(.message($0))
        }
        hold {
            promise.fulfill(1)
            promise.fulfill(2)
        }
        #expect(calls.values == [.message(1)])
    }

    @Test func `who stops observing hears neither messages nor losses that wait`() {
        let newest = observeCalls(.newest(2)), oldest = observeCalls(.oldest(2)), upTo = observeCalls(.upTo(2))
        hold {
            send(1, 2, 3, 4)
            dog.stopObserving(sky)
        }
        for calls in [newest, oldest, upTo] { #expect(calls.values == []) }
    }

    @Test func `who stops observing as it's told of a loss hears no more`() {
        let calls = Recorder<Call>(), dog = dog, sky = sky
        dog.observe(sky).on(queue).buffering(.newest(2)).missed {
            calls.record(.missed($0))
            dog.stopObserving(sky)
        }.receive {
            calls.record(.message($0))
        }
        hold { send(1, 2, 3, 4) }
        #expect(calls.values == [.missed(2)])
        #expect(!dog.isObserving(sky))
    }

    private func observeCalls(_ buffering: MessageBuffering) -> Recorder<Call> {
        let calls = Recorder<Call>()
        dog.observe(sky).on(queue).buffering(buffering).missed {
            calls.record(.missed($0))
        }.receive {
            calls.record(.message($0))
        }
        return calls
    }

    private func send(_ numbers: Int...) { for number in numbers { sky.send(number) } }

    private func hold(_ body: () -> Void) {
        queue.suspend()
        body()
        queue.resume()
        queue.sync {}
    }
}

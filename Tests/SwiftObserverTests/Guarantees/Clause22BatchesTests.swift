import Dispatch
import SwiftObserver
import Testing

@Suite struct Clause22BatchesTakeWhatWaits {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue")

    @Test(arguments: 1...12)
    func `a batch is what waits, in order, and no more than allowed`(_ limit: Int) {
        let calls = Recorder<[Int]>()
        dog.observe(sky).on(queue).batches(upTo: limit).receive { calls.record($0) }
        hold { send(1...10) }
        hold { send(11...12) }
        let first = stride(from: 1, through: 10, by: limit).map { Array($0..<min($0 + limit, 11)) }
        let rest = limit == 1 ? [[11], [12]] : [[11, 12]]
        #expect(calls.values == first + rest)
    }

    @Test func `what waits when the handler is called is in its batch, and what comes later in the next`() {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).batches(upTo: 100).receive(slow.receive)
        send(1...1)
        #expect(slow.begins())
        send(2...5)
        #expect(sky.backlog == 4)
        #expect(slow.goesOn())
        #expect(sky.backlog == 0)
        send(6...6)
        #expect(slow.goesOn())
        slow.end()
        queue.sync {}
        send(7...7)
        #expect(slow.begins())
        slow.end()
        queue.sync {}
        #expect(slow.calls.values == [.batch([1]), .batch([2, 3, 4, 5]), .batch([6]), .batch([7])])
    }

    @Test func `all forms on a queue get the same batches`() {
        let calls = Recorder<[Int]>(), receive: @Sendable ([Int]) -> Void = { calls.record($0) }
        dog.observe(sky).on(queue).batches(upTo: 3).receive(receive)
        observe(sky).on(queue).batches(upTo: 3).receive(receive)
        sky.observed().on(queue).batches(upTo: 3).receive(receive)
        hold { send(1...5) }
        #expect(calls.values.count == 6)
        #expect(calls.values.filter { $0 == [1, 2, 3] }.count == 3)
        #expect(calls.values.filter { $0 == [4, 5] }.count == 3)
    }

    @Test func `all forms on an actor get the same batches`() async {
        let kennel = HeldActor(), calls = Recorder<Call>(), sky = sky
        let receive: @Sendable (isolated HeldActor, [Int]) -> Void = {
            $0.assertIsolated()
            calls.record(.batch($1))
        }
        let miss: @Sendable (isolated HeldActor, Int) -> Void = { calls.record(.missed($1)) }
        dog.observe(sky).on(kennel).buffering(.newest(4)).missed(miss).batches(upTo: 3).receive(receive)
        observe(sky).on(kennel).buffering(.newest(4)).missed(miss).batches(upTo: 3).receive(receive)
        sky.observed().on(kennel).buffering(.newest(4)).missed(miss).batches(upTo: 3).receive(receive)
        await kennel.act { for number in 1...6 { sky.send(number) } }
        await eventually { calls.count >= 9 }
        for call in [Call.missed(2), .batch([3, 4, 5]), .batch([6])] {
            #expect(calls.values.filter { $0 == call }.count == 3)
        }
        #expect(calls.count == 9)
    }

    @Test @MainActor func `all forms on the main actor get the same batches`() async {
        let calls = Recorder<Call>(), main = MainActor.shared
        let receive: @MainActor @Sendable ([Int]) -> Void = { calls.record(.batch($0)) }
        let miss: @MainActor @Sendable (Int) -> Void = { calls.record(.missed($0)) }
        dog.observe(sky).on(main).buffering(.oldest(4)).missed(miss).batches(upTo: 3).receive(receive)
        observe(sky).on(main).buffering(.oldest(4)).missed(miss).batches(upTo: 3).receive(receive)
        sky.observed().on(main).buffering(.oldest(4)).missed(miss).batches(upTo: 3).receive(receive)
        send(1...6)
        await eventually { calls.count >= 9 }
        for call in [Call.batch([1, 2, 3]), .batch([4]), .missed(2)] {
            #expect(calls.values.filter { $0 == call }.count == 3)
        }
        #expect(calls.count == 9)
    }

    @Test func `the newest come in batches behind what is missing`() {
        let calls = observeCalls(upTo: 3, .newest(5))
        hold { send(1...9) }
        hold { send(10...11) }
        #expect(calls.values == [.missed(4), .batch([5, 6, 7]), .batch([8, 9]), .batch([10, 11])])
    }

    @Test func `the oldest come in batches in front of what is missing`() {
        let calls = observeCalls(upTo: 3, .oldest(5))
        hold { send(1...9) }
        hold { send(10...11) }
        #expect(calls.values == [.batch([1, 2, 3]), .batch([4, 5]), .missed(4), .batch([10, 11])])
    }

    @Test func `no batch reaches beyond a gap`() {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).buffering(.oldest(4)).missed(slow.miss).batches(upTo: 2).receive(slow.receive)
        send(1...1)
        #expect(slow.begins())
        send(2...6)
        #expect(slow.goesOn())
        send(7...9)
        for _ in 1...2 { #expect(slow.goesOn()) }
        slow.end()
        queue.sync {}
        #expect(
            slow.calls.values == [
                .batch([1]), .batch([2, 3]), .batch([4, 5]), .missed(1), .batch([7, 8]), .missed(1),
            ])
    }

    @Test func `who falls behind is cut off behind batches of what waits`() {
        let calls = observeCalls(upTo: 3, .upTo(5))
        hold { send(1...9) }
        hold { send(10...11) }
        #expect(calls.values == [.batch([1, 2, 3]), .batch([4, 5]), .missed(4)])
        #expect(!dog.isObserving(sky))
    }

    @Test func `the first batch may start with the latest message`() {
        let number = Var(1), batches = Recorder<[Int]>(), queue = queue
        queue.suspend()
        dog.observe(number.startingWithLatest()).on(queue).batches(upTo: 3).receive { batches.record($0.map(\.new)) }
        for value in 2...5 { number <- value }
        queue.resume()
        queue.sync {}
        #expect(batches.values == [[1, 2, 3], [4, 5]])
    }

    @Test func `nothing is handled after the end, though it waits`() {
        let calls = Recorder<[Int]>(), dog = dog, sky = sky
        dog.observe(sky).on(queue).batches(upTo: 2).receive {
            calls.record($0)
            dog.stopObserving(sky)
        }
        hold { send(1...5) }
        #expect(calls.values == [[1, 2]])
        #expect(!dog.isObserving(sky))
    }

    @Test func `the last batch is handled when the observable dies, and then its handler dies`() {
        let calls = Recorder<[Int]>(), deaths = Recorder<Void>()
        var sky: Messenger<Int>? = Messenger()
        dog.observe(sky!).on(queue).batches(upTo: 3).receive { [mortal = Mortal { deaths.record(()) }] in
            mortal.touch()
            calls.record($0)
        }
        hold {
            for number in 1...5 { sky?.send(number) }
            sky = nil
            #expect(deaths.count == 0)
        }
        #expect(calls.values == [[1, 2, 3], [4, 5]])
        #expect(deaths.count == 1)
    }

    @Test func `a handler that is in a batch when its observer dies is the last one`() {
        let calls = Recorder<[Int]>(), observer = LockedBox<Dog?>(Dog())
        observer.withLock { $0 }?.observe(sky).on(queue).batches(upTo: 2).receive {
            calls.record($0)
            let dying = observer.withLock { $0.take() }
            withExtendedLifetime(dying) {}
        }
        hold { send(1...5) }
        #expect(calls.values == [[1, 2]])
    }

    @Test func `messages die behind the batch that they're in`() {
        let sky = Messenger<Mortal>(), deaths = LockedBox(0), early = Recorder<Int>()
        dog.observe(sky).on(queue).batches(upTo: 4).receive {
            early.record(deaths.withLock { $0 })
            for mortal in $0 { mortal.touch() }
        }
        hold { for _ in 1...10 { sky.send(Mortal { deaths.withLock { $0 += 1 } }) } }
        #expect(early.values == [0, 4, 8])
        #expect(deaths.withLock { $0 } == 10)
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(20), .oldest(20)])
    func `batches of what many threads send never overlap, and account for everything`(_ buffering: MessageBuffering) {
        let meter = OverlapMeter(), numbers = Recorder<Int>(), missed = LockedBox(0), tooLarge = Recorder<Int>(),
            sky = sky
        dog.observe(sky).on(queue).buffering(buffering).missed { count in
            meter.measure { missed.withLock { $0 += count } }
        }.batches(upTo: 7).receive { batch in
            meter.measure { for number in batch { numbers.record(number) } }
            if batch.isEmpty || batch.count > 7 { tooLarge.record(batch.count) }
        }
        onThreads(4) { thread in for number in 0..<1000 { sky.send(1000 * thread + number) } }
        queue.sync {}
        let values = numbers.values
        #expect(values.count + missed.withLock { $0 } == 4000)
        #expect(meter.maximum == 1)
        #expect(tooLarge.values == [])
        for thread in 0..<4 {
            let own = values.filter { $0 / 1000 == thread }
            #expect(own == own.sorted())
            if buffering == .unbounded { #expect(own.count == 1000) }
        }
    }

    @Test func `batches keep their place among what others handle on the queue`() {
        let other = Messenger<Int>(), log = Recorder<[Int]>()
        dog.observe(sky).on(queue).batches(upTo: 2).receive { log.record($0) }
        dog.observe(other, on: queue) { log.record([$0]) }
        hold {
            send(1...1)
            other.send(-1)
            send(2...3)
            other.send(-2)
        }
        // the newest runs handle the batches: each message of a batch waits for the last one
        #expect(log.values.flatMap { $0 }.filter { $0 > 0 } == [1, 2, 3])
        #expect(log.values.flatMap { $0 }.filter { $0 < 0 } == [-1, -2])
        #expect(log.values.filter { $0[0] > 0 } == [[1, 2], [3]])
    }

    @Test(arguments: [0, -1, Int.min])
    func `a batch of less than one stops the program`(_ limit: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [limit = limit as Int] in
            Dog().observe(Messenger<Int>()).on(DispatchQueue(label: "queue")).batches(upTo: limit).receive { _ in }
        }
        let onActor = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [limit = limit as Int] in
            Dog().observe(Messenger<Int>()).on(HeldActor()).batches(upTo: limit).receive { _, _ in }
        }
        for result in [result, onActor] {
            let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(message.contains("SwiftObserver: the size passed to `batches(upTo:)` is below 1"))
        }
    }

    private func observeCalls(upTo limit: Int, _ buffering: MessageBuffering) -> Recorder<Call> {
        let calls = Recorder<Call>()
        dog.observe(sky).on(queue).buffering(buffering).missed {
            calls.record(.missed($0))
        }.batches(upTo: limit).receive {
            calls.record(.batch($0))
        }
        return calls
    }

    private func send(_ numbers: ClosedRange<Int>) { for number in numbers { sky.send(number) } }

    private func hold(_ body: () -> Void) {
        queue.suspend()
        body()
        queue.resume()
        queue.sync {}
    }
}

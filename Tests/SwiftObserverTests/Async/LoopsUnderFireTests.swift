import SwiftObserver
import Testing

/// Guarantees for asynchronous loops while threads and tasks interfere.
@Suite struct LoopsUnderFireTests {

    private let sky = LockedBox<Messenger<Parcel>?>(Messenger())

    @Test(arguments: [MessageBuffering.newest(1), .newest(8), .oldest(1), .oldest(8)])
    func `a slow loop received and dropped as many messages as were sent`(_ buffering: MessageBuffering) async {
        let messages = start { $0.messages(buffering: buffering) }
        let slowLoop = Task {
            var received = 0, last = [-1, -1, -1, -1]
            for await parcel in messages {
                #expect(parcel.number > last[parcel.sender])
                last[parcel.sender] = parcel.number
                received += 1
                for _ in 0..<(received % 8) { await Task.yield() }
            }
            return received
        }
        send(500, threads: 4)
        endSky()
        #expect(await slowLoop.value + messages.droppedCount == 2000)
    }

    @Test func `loops that come and go each get what is sent meanwhile, without a gap`() async {
        let isOver = LockedBox(false), witness = start { $0.messages() }
        let visitors = (1...4).map { visitor in
            Task {
                var visits: [[Parcel]] = []
                while !isOver.withLock({ $0 }), let messages = tryStart({ $0.messages() }) {
                    var visit: [Parcel] = []
                    for await parcel in messages {
                        visit.append(parcel)
                        if visit.count == visitor * 5 { break }
                    }
                    visits.append(visit)
                }
                return visits
            }
        }
        send(1000, threads: 2)
        isOver.withLock { $0 = true }
        endSky()
        var places: [ObjectIdentifier: Int] = [:], order: [Parcel] = []
        for await parcel in witness {
            places[ObjectIdentifier(parcel)] = order.count
            order.append(parcel)
        }
        #expect(order.count == 2000)
        for visitor in visitors {
            for visit in await visitor.value where !visit.isEmpty {
                let place = places[ObjectIdentifier(visit[0])] ?? 0
                #expect(visit.elementsEqual(order[place...].prefix(visit.count), by: ===))
            }
        }
    }

    @Test func `cancellation among sends leaves a loop with the first messages, and nothing behind`() async {
        for _ in 0..<200 {
            let lives = LockedBox(0), messenger = Messenger<Mortal>(), messages = messenger.messages()
            let numbered = Messenger<Int>(), numbers = numbered.messages()
            let loop = Task { await messages.reduce(0) { count, _ in count + 1 } }
            let numberLoop = Task { await numbers.reduce(into: []) { $0.append($1) } }
            let sender = Task {
                for number in 0..<20 {
                    lives.withLock { $0 += 1 }
                    messenger.send(Mortal { lives.withLock { $0 -= 1 } })
                    numbered.send(number)
                }
            }
            await Task.yield()
            loop.cancel()
            numberLoop.cancel()
            let received = await numberLoop.value
            #expect(received == Array(0..<received.count))
            _ = await loop.value
            await sender.value
            #expect(lives.withLock { $0 } == 0)
            withExtendedLifetime((messages, numbers)) {}
        }
    }

    @Test func `breaking out among sends releases what was buffered`() async {
        for _ in 0..<200 {
            let lives = LockedBox(0), messenger = Messenger<Mortal>(), messages = messenger.messages()
            let sender = Task {
                for _ in 0..<20 {
                    lives.withLock { $0 += 1 }
                    messenger.send(Mortal { lives.withLock { $0 -= 1 } })
                }
            }
            for await _ in messages { break }
            await sender.value
            messenger.stopBeingObserved()
            #expect(lives.withLock { $0 } == 0)
        }
    }

    @Test func `what one loop leaves behind goes to the others`() async {
        for isCancelled in [false, true] {
            let messenger = Messenger<Int>(), messages = messenger.messages()
            for number in 1...5 { messenger.send(number) }
            let leaving = Task {
                var iterator = messages.makeAsyncIterator()
                let first = await iterator.next()
                let staying = messages.makeAsyncIterator()
                if isCancelled {
                    withUnsafeCurrentTask { $0?.cancel() }
                    #expect(await iterator.next() == nil)
                }
                return (first, UncheckedBox(staying))
            }
            let (first, box) = await leaving.value
            messenger.stopBeingObserved()
            var staying = box.value, received: [Int] = []
            while let number = await staying.next() { received.append(number) }
            #expect(first == 1)
            #expect(received == [2, 3, 4, 5])
        }
    }

    @Test func `a loop that waits ends when it's cancelled, though others of its sequence go on`() async {
        for number in 0..<50 {
            let messenger = Messenger<Int>(), messages = messenger.messages()
            var staying = messages.makeAsyncIterator()
            let leaving = Task { await messages.reduce(0) { count, _ in count + 1 } }
            for _ in 0..<number { await Task.yield() }
            leaving.cancel()
            #expect(await leaving.value == 0)
            messenger.send(number)
            #expect(await staying.next() == number)
        }
    }

    @Test func `loops over one sequence that leave at any time share all messages, each once`() async {
        let messages = start { $0.messages() }, received = Recorder<Parcel>(), isEntered = Gate()
        let staying = Task {
            var iterator = messages.makeAsyncIterator()
            isEntered.open()
            while let parcel = await iterator.next() { received.record(parcel) }
        }
        await eventually { isEntered.isOpen }
        let leaving = (0..<4).map { count in
            Task {
                while !Task.isCancelled {
                    var rest = count + 1
                    for await parcel in messages {
                        received.record(parcel)
                        rest -= 1
                        if rest == 0 { break }
                    }
                    if rest > 0 { break }
                }
            }
        }
        send(500, threads: 4) { number in if number == 250 { leaving[0].cancel() } }
        leaving[1].cancel()
        endSky()
        await staying.value
        for loop in leaving { await loop.value }
        #expect(received.count == 2000)
        #expect(Set(received.values.map { ObjectIdentifier($0) }).count == 2000)
    }

    @Test func `loops that wait end when the producer dies among sends, after its last message`() async {
        for round in 0..<200 {
            let messenger = LockedBox<Messenger<Int>?>(Messenger())
            let loops = (0..<2).compactMap { _ in messenger.withLock { $0?.messages() } }
            let counts = loops.map { messages in Task { await messages.reduce(0) { count, _ in count + 1 } } }
            let senders = (0..<2).map { _ in
                Task {
                    guard let own = messenger.withLock({ $0 }) else { return 0 }
                    for number in 0..<10 { own.send(number) }
                    return 10
                }
            }
            if round.isMultiple(of: 2) { await Task.yield() }
            messenger.withLock { $0 = nil }
            let sent = await senders[0].value + senders[1].value
            for count in counts { #expect(await count.value == sent) }
        }
    }

    @Test func `a task that is cancelled before it begins gets nothing, and its observation ends`() async {
        let messenger = Messenger<Mortal>(), mortal = LockedBox<Mortal?>(Mortal())
        let weak = WeakBox(mortal.withLock { $0! }), messages = messenger.messages(), gate = Gate()
        mortal.withLock { messenger.send($0!) }
        mortal.withLock { $0 = nil }
        let loop = Task {
            gate.pass()
            return await messages.reduce(0) { count, _ in count + 1 }
        }
        loop.cancel()
        gate.open()
        #expect(await loop.value == 0)
        #expect(!weak.isAlive)
    }

    @Test func `a message that is nil is a message`() async {
        let messenger = Messenger<Int?>(), messages = messenger.messages(buffering: .newest(3))
        for number in [1, nil, 2, nil] as [Int?] { messenger.send(number) }
        messenger.stopBeingObserved()
        #expect(await messages.reduce(into: []) { $0.append($1) } == [nil, 2, nil])
        #expect(messages.droppedCount == 1)
    }

    @Test func `a handler may break the loop that it sends to`() async {
        let messenger = Messenger<Int>(), iterator = LockedBox<Messages<Int>.Iterator?>(nil), received = Recorder<Int>()
        iterator.withLock { $0 = messenger.messages().makeAsyncIterator() }
        messenger.observed { number in
            if number == 2 { iterator.withLock { $0 = nil } }
            received.record(number)
        }
        for number in 1...3 { messenger.send(number) }
        #expect(received.values == [1, 2, 3])
    }

    // MARK: - Sky

    private func start<Sequence>(_ start: (Messenger<Parcel>) -> Sequence) -> Sequence { tryStart(start)! }

    private func tryStart<Sequence>(_ start: (Messenger<Parcel>) -> Sequence) -> Sequence? {
        sky.withLock { $0 }.map(start)
    }

    private func send(_ count: Int, threads: Int, _ act: @escaping @Sendable (Int) -> Void = { _ in }) {
        onThreads(threads) { [sky] sender in
            guard let own = sky.withLock({ $0 }) else { return }
            for number in 0..<count {
                act(number)
                own.send(Parcel(sender, number))
            }
        }
    }

    /// Deallocates the sky. Loops receive the messages that were sent before, and end.
    private func endSky() { sky.withLock { $0 = nil } }
}

private final class Parcel: Sendable {
    let sender: Int, number: Int
    init(_ sender: Int, _ number: Int) {
        self.sender = sender
        self.number = number
    }
}

/// `@unchecked Sendable` because tasks hand over the value in it from one to the other.
private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

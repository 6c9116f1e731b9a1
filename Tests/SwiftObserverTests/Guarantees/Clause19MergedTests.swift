import Dispatch
import SwiftObserver
import Testing

/// Waiting updates are merged into one, and remain a chain.
@Suite struct Clause19MergedUpdatesAreAChain {

    private let number = Var(0), dog = Dog(), queue = DispatchQueue(label: "queue")

    @Test func `all that waits is one update, from the first old to the last new value`() {
        let updates = Recorder<Update<Int>>()
        dog.observe(number).on(queue).merging().receive { updates.record($0) }
        hold {
            for value in 1...5 { number <- value }
            #expect(number.backlog == 1)
        }
        hold { number <- 6 }
        hold { for value in [7, 8, 6] { number <- value } }
        #expect(updates.values == [Update(0, 5), Update(5, 6), Update(6, 6)])
    }

    @Test func `what the handler has begun isn't merged`() {
        let updates = Recorder<Update<Int>>(), began = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
        dog.observe(number).on(queue).merging().receive {
            updates.record($0)
            began.signal()
            mayEnd.wait()
        }
        number <- 1
        began.wait()
        #expect(number.backlog == 0)
        for value in 2...4 { number <- value }
        #expect(number.backlog == 1)
        mayEnd.signal()
        mayEnd.signal()
        began.wait()
        queue.sync {}
        #expect(updates.values == [Update(0, 1), Update(1, 4)])
    }

    @Test func `all forms merge, and give the author of the last update`() {
        let first = Mortal(), last = Mortal(), updates = Recorder<Update<Int>>(), wrong = Recorder<Int>(), cat = Dog()
        let receive: @Sendable (Update<Int>) -> Void = { updates.record($0) }
        let receiveWithAuthor: @Sendable (Update<Int>, AnyObject) -> Void = { update, author in
            updates.record(update)
            if author !== last { wrong.record(update.new) }
        }
        dog.observe(number).on(queue).merging().receive(receive)
        cat.observe(number).on(queue).merging().withAuthor().receive(receiveWithAuthor)
        observe(number).on(queue).merging().receive(receive)
        observe(number).on(queue).merging().withAuthor().receive(receiveWithAuthor)
        number.observed().on(queue).merging().receive(receive)
        number.observed().on(queue).merging().withAuthor().receive(receiveWithAuthor)
        dog.observe(number).on(queue).merging().filter { $0.new > 0 }.receive(receive)
        hold {
            number.set(1, as: first)
            number.set(2, as: first)
            number.set(3, as: last)
        }
        #expect(updates.values == Array(repeating: Update(0, 3), count: 7))
        #expect(wrong.values == [])
    }

    @Test func `updates merge on actors, in all forms`() async {
        let kennel = HeldActor(), updates = Recorder<Update<Int>>(), number = number, wrong = Recorder<Int>(),
            author = Mortal()
        let receive: @Sendable (isolated HeldActor, Update<Int>) -> Void = { updates.record($1) }
        let receiveWithAuthor: @Sendable (isolated HeldActor, (message: Update<Int>, author: AnyObject)) -> Void = {
            updates.record($1.message)
            if $1.author !== author { wrong.record($1.message.new) }
        }
        dog.observe(number).on(kennel).merging().receive(receive)
        dog.observe(number).on(kennel).merging().withAuthor().receive(receiveWithAuthor)
        observe(number).on(kennel).merging().receive(receive)
        observe(number).on(kennel).merging().withAuthor().receive(receiveWithAuthor)
        number.observed().on(kennel).merging().receive(receive)
        number.observed().on(kennel).merging().withAuthor().receive(receiveWithAuthor)
        await kennel.act { for value in 1...3 { number.set(value, as: author) } }
        await eventually { updates.count >= 6 }
        #expect(updates.values == Array(repeating: Update(0, 3), count: 6))
        #expect(wrong.values == [])
    }

    @Test @MainActor func `updates merge on the main actor, in all forms`() async {
        let updates = Recorder<Update<Int>>(), wrong = Recorder<Int>(), author = Mortal(), main = MainActor.shared
        let receive: @MainActor @Sendable (Update<Int>) -> Void = { updates.record($0) }
        let receiveWithAuthor: @MainActor @Sendable (Update<Int>, AnyObject) -> Void = {
            updates.record($0)
            if $1 !== author { wrong.record($0.new) }
        }
        dog.observe(number).on(main).merging().receive(receive)
        dog.observe(number).on(main).merging().withAuthor().receive(receiveWithAuthor)
        observe(number).on(main).merging().receive(receive)
        observe(number).on(main).merging().withAuthor().receive(receiveWithAuthor)
        number.observed().on(main).merging().receive(receive)
        number.observed().on(main).merging().withAuthor().receive(receiveWithAuthor)
        for value in 1...3 { number.set(value, as: author) }
        await eventually { updates.count >= 6 }
        #expect(updates.values == Array(repeating: Update(0, 3), count: 6))
        #expect(wrong.values == [])
    }

    @Test func `updates stay a chain while many threads change the variable`() async {
        let onQueue = Recorder<Update<Int>>(), onActor = Recorder<Update<Int>>(), kennel = HeldActor(), number = number
        dog.observe(number).on(queue).merging().receive { onQueue.record($0) }
        dog.observe(number).on(kennel).merging().receive { onActor.record($1) }
        onThreads(4) { _ in for _ in 0..<1000 { number += 1 } }
        #expect(number.value == 4000)
        for updates in [onQueue, onActor] {
            await eventually { updates.values.last?.new == 4000 }
            #expect(isChain(updates.values, from: 0, to: 4000))
        }
    }

    @Test func `a combination's updates stay a chain while many threads change its parts`() {
        let a = Var(0), b = Var(0), both = a +++ b, updates = Recorder<Update<Pair<Int, Int>>>()
        dog.observe(both).on(queue).merging().receive { updates.record($0) }
        onThreads(4) { thread in for _ in 0..<500 { (thread.isMultiple(of: 2) ? a : b).value += 1 } }
        queue.sync {}
        #expect(both.value == Pair(1000, 1000))
        #expect(isChain(updates.values, from: Pair(0, 0), to: Pair(1000, 1000)))
    }

    @Test func `a combined observation merges the updates of each variable`() {
        let a = Var(0), b = Var(0), heard = Recorder<[Update<Int>]>(), wrong = Recorder<Int>(), author = Mortal()
        dog.observe(a, b).on(queue).merging().receive { heard.record([$0, $1]) }
        observe(a, b).on(queue).merging().receive { heard.record([$0, $1]) }
        dog.observe(a, b).on(queue).merging().withAuthor().receive { both, sender in
            if sender !== author { wrong.record(both.1.new) }
        }
        observe(a, b).on(queue).merging().withAuthor().receive { both, sender in
            if sender !== author { wrong.record(both.0.new) }
        }
        hold {
            for value in 1...3 {
                a.set(value, as: author)
                b.set(10 * value, as: author)
            }
        }
        let expected = [[Update(0, 3), Update(0, 0)], [Update(3, 3), Update(0, 30)]]
        #expect(heard.values == [expected[0], expected[0], expected[1], expected[1]])
        #expect(wrong.values == [])
    }

    @Test func `a combined observation's updates stay chains while many threads change the variables`() {
        let a = Var(0), b = Var(0), updatesOfA = Recorder<Update<Int>>(), updatesOfB = Recorder<Update<Int>>()
        dog.observe(a, b).on(queue).merging().withAuthor().receive { both, author in
            (author === a ? updatesOfA : updatesOfB).record(author === a ? both.0 : both.1)
        }
        onThreads(4) { thread in for _ in 0..<500 { (thread.isMultiple(of: 2) ? a : b).value += 1 } }
        queue.sync {}
        #expect(isChain(updatesOfA.values, from: 0, to: 1000))
        #expect(isChain(updatesOfB.values, from: 0, to: 1000))
    }

    @Test func `a loop gets what waits as one update`() async {
        var iterator = number.mergedMessages().makeAsyncIterator()
        for value in 1...3 { number <- value }
        #expect(number.backlog == 1)
        #expect(await iterator.next() == Update(0, 3))
        number <- 4
        #expect(await iterator.next() == Update(3, 4))
    }

    @Test func `a loop's updates stay a chain while many threads change the variable`() async {
        let number = number, messages = number.mergedMessages()
        let changes = Task.detached { onThreads(3) { _ in for _ in 0..<1000 { number += 1 } } }
        var updates: [Update<Int>] = []
        for await update in messages {
            updates.append(update)
            if update.new == 3000 { break }
        }
        await changes.value
        #expect(isChain(updates, from: 0, to: 3000))
        #expect(messages.droppedCount == 0)
    }

    @Test func `an update is handled in the place of the first one that it's made of`() {
        let sky = Messenger<Int>(), log = Recorder<Int>()
        dog.observe(number).on(queue).merging().receive { log.record($0.new) }
        dog.observe(sky, on: queue) { log.record($0) }
        hold {
            number <- 1
            sky.send(-1)
            number <- 2
            sky.send(-2)
            number <- 3
        }
        #expect(log.values == [3, -1, -2])
    }

    @Test func `the last update is handled when the variable dies`() {
        let updates = Recorder<Update<Int>>()
        var number: Var<Int>? = Var(0)
        dog.observe(number!).on(queue).merging().receive { updates.record($0) }
        hold {
            for value in 1...3 { number?.value = value }
            number = nil
        }
        #expect(updates.values == [Update(0, 3)])
    }

    @Test func `values in between die without locks, and before the change returns`() {
        let token = Var<Token?>(nil), deaths = Recorder<Int>(), other = Dog(), heard = Recorder<Int?>(), queue = queue
        dog.observe(token).on(queue).merging().receive { heard.record($0.new?.number) }
        hold {
            for value in 1...4 {
                token
                    <- Token(value) { [weakToken = WeakBox(token)] in
                        let use: @Sendable () -> Void = {
                            guard let token = weakToken.object else { return }
                            _ = token.value
                            _ = token.backlog
                            other.observe(token).on(queue).merging().receive { _ in }
                            other.stopObserving(token)
                        }
                        use()
                        onOtherThread(use)
                        deaths.record(value)
                    }
            }
            #expect(deaths.values == [1, 2, 3])
        }
        #expect(heard.values == [4])
    }

    @Test func `a merged observation ends like any other`() {
        let updates = Recorder<Update<Int>>()
        dog.observe(number).on(queue).merging().receive { updates.record($0) }
        hold {
            number <- 1
            number <- 2
            dog.stopObserving(number)
        }
        #expect(updates.values == [])
    }

    private func isChain<Value: Equatable>(_ updates: [Update<Value>], from first: Value, to last: Value) -> Bool {
        guard updates.first?.old == first, updates.last?.new == last else { return false }
        return zip(updates, updates.dropFirst()).allSatisfy { $0.new == $1.old }
    }

    private func hold(_ body: () -> Void) {
        queue.suspend()
        body()
        queue.resume()
        queue.sync {}
    }
}

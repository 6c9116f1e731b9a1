import Dispatch
import SwiftObserver
import Testing

@Suite struct MessagesTests {

    private let sky = Messenger<Int>()

    @Test func `a loop gets every message from the creation of the sequence on, in order`() async {
        sky.send(0)
        let messages = sky.messages()
        for number in 1...5 { sky.send(number) }
        var received: [Int] = []
        for await number in messages {
            received.append(number)
            if number == 5 { break }
        }
        #expect(received == [1, 2, 3, 4, 5])
    }

    @Test func `several sequences each get everything`() async {
        let sequences = [sky.messages(), sky.messages(), sky.messages()]
        let last = 1000
        await withTaskGroup { group in
            for messages in sequences {
                group.addTask {
                    var expected = 1
                    for await number in messages {
                        #expect(number == expected)
                        expected += 1
                        if number == last { break }
                    }
                    #expect(expected == last + 1)
                }
            }
            for number in 1...last { sky.send(number) }
        }
    }

    @Test func `loops over one sequence share its messages`() async {
        let messages = sky.messages(), sum = LockedBox(0)
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask { for await number in messages { sum.withLock { $0 += number } } }
            }
            for number in 1...1000 { sky.send(number) }
            sky.stopBeingObserved()
        }
        #expect(sum.withLock { $0 } == 500_500)
    }

    @Test func `the sequence ends after the last message when the observable dies`() async {
        var messenger: Messenger<Int>? = Messenger()
        let messages = messenger?.messages()
        messenger?.send(1)
        messenger?.send(2)
        messenger = nil
        var received: [Int] = []
        for await number in try! #require(messages) { received.append(number) }
        #expect(received == [1, 2])
    }

    @Test func `a waiting loop ends when the observable dies`() async {
        var messenger: Messenger<Int>? = Messenger()
        let messages = messenger!.messages()
        async let count = messages.reduce(0) { count, _ in count + 1 }
        await Task.yield()
        messenger = nil
        #expect(await count == 0)
    }

    @Test func `a waiting loop ends when the observable stops being observed`() async {
        let messages = sky.messages()
        async let count = messages.reduce(0) { count, _ in count + 1 }
        await Task.yield()
        sky.stopBeingObserved()
        #expect(await count == 0)
    }

    @Test func `breaking the loop ends the observation though the sequence is still held`() async {
        let messages = sky.messages()
        sky.send(1)
        for await _ in messages { break }
        sky.send(2)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == nil)
        withExtendedLifetime(messages) {}
    }

    @Test func `an unused sequence observes nothing once it's dropped`() {
        let messenger = Messenger<Mortal>()
        var mortal: Mortal? = Mortal()
        let weak = WeakBox(mortal!)
        var messages: Messages<Mortal>? = messenger.messages()
        messenger.send(mortal!)
        mortal = nil
        #expect(weak.isAlive)
        #expect(messages?.droppedCount == 0)
        messages = nil
        #expect(!weak.isAlive)
    }

    @Test func `cancellation ends a waiting loop and its observation`() async {
        let messages = sky.messages()
        let task = Task { await messages.reduce(0) { count, _ in count + 1 } }
        await Task.yield()
        task.cancel()
        #expect(await task.value == 0)
        sky.send(1)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == nil)
    }

    @Test func `a cancelled task gets nothing even from a full buffer`() async {
        let messages = sky.messages()
        sky.send(1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await messages.reduce(0) { count, _ in count + 1 }
        }
        #expect(await task.value == 0)
    }

    @Test(arguments: [1, 2, 5])
    func `the newest messages are kept, and the dropped ones are counted`(_ limit: Int) async {
        let messages = sky.messages(buffering: .newest(limit))
        for number in 1...100 { sky.send(number) }
        #expect(messages.droppedCount == 100 - limit)
        sky.stopBeingObserved()
        #expect(await messages.reduce(into: []) { $0.append($1) } == Array((101 - limit)...100))
    }

    @Test(arguments: [1, 2, 5])
    func `the oldest messages are kept, and the dropped ones are counted`(_ limit: Int) async {
        let messages = sky.messages(buffering: .oldest(limit))
        for number in 1...100 { sky.send(number) }
        #expect(messages.droppedCount == 100 - limit)
        sky.stopBeingObserved()
        #expect(await messages.reduce(into: []) { $0.append($1) } == Array(1...limit))
    }

    @Test func `a buffer of nothing stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = Messenger<Int>().messages(buffering: .newest(0)) }
        await #expect(processExitsWith: .failure) { _ = Messenger<Int>().messages(buffering: .oldest(-1)) }
    }

    @Test func `authors come along, and dead ones are replaced by the messenger`() async {
        var author: Mortal? = Mortal()
        let messages = sky.messagesWithAuthors()
        sky.send(1)
        sky.send(2, from: author!)
        sky.send(3, from: author!)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next()?.author === sky)
        #expect(await iterator.next()?.author === author)
        author = nil
        let last = await iterator.next()
        #expect(last?.message == 3)
        #expect(last?.author === sky)
    }

    @Test func `a promise's sequence has one element`() async {
        let promise = Promise<Int>(), early = promise.messages()
        promise.fulfill(42)
        #expect(await early.reduce(into: []) { $0.append($1) } == [42])
        #expect(await promise.messages().reduce(into: []) { $0.append($1) } == [42])
    }
}

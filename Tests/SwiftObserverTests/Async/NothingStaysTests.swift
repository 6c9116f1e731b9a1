import Testing

@testable import SwiftObserver

/// Reads internal state of the library to show that observations are gone.
@Suite struct NothingStaysOfLoopsTests {

    private let messenger = Messenger<Int>()

    private var observationCount: Int { messenger.office.observationCount }

    @Test func `a broken loop leaves no observation behind`() async {
        let messages = messenger.messages(), others = messenger.messagesWithAuthors()
        #expect(observationCount == 2)
        messenger.send(1)
        for await _ in messages { break }
        #expect(observationCount == 1)
        for await _ in others { break }
        #expect(observationCount == 0)
        withExtendedLifetime((messages, others)) {}
    }

    @Test func `a sequence that is dropped unused leaves no observation behind`() {
        do {
            let messages = messenger.messages()
            #expect(observationCount == 1)
            withExtendedLifetime(messages) {}
        }
        #expect(observationCount == 0)
    }

    @Test func `an iterator that is dropped leaves no observation behind`() async {
        let messages = messenger.messages()
        do {
            var iterator = messages.makeAsyncIterator()
            messenger.send(1)
            #expect(await iterator.next() == 1)
            #expect(observationCount == 1)
        }
        #expect(observationCount == 0)
        withExtendedLifetime(messages) {}
    }

    @Test func `cancelling among sends leaves no observation behind`() async {
        for _ in 0..<200 {
            let messages = messenger.messages()
            let loop = Task { await messages.reduce(0) { count, _ in count + 1 } }
            let sender = Task { [messenger] in for number in 0..<10 { messenger.send(number) } }
            await Task.yield()
            loop.cancel()
            _ = await loop.value
            #expect(observationCount == 0)
            await sender.value
        }
    }

    @Test func `a loop that waits ends at once when its task is cancelled`() async {
        let messages = messenger.messages()
        let loop = Task { await messages.reduce(0) { count, _ in count + 1 } }
        for _ in 0..<20 { await Task.yield() }
        loop.cancel()
        _ = await loop.value
        #expect(observationCount == 0)
        withExtendedLifetime(messages) {}
    }

    @Test func `the values of a variable leave no observation behind`() async {
        let variable = Var(1)
        for await value in variable.values() where value == 1 { break }
        #expect(variable.office.observationCount == 0)
    }

    @Test func `waiting for promises leaves no observation behind`() async throws {
        let promise = Promise<Int>(), other = Promise<Int>()
        let waits = (0..<4).map { _ in Task { try await promise.value } }
        let chain = Task { try await promise.map { $0 + 1 }.and(other).value.0 }
        for _ in 0..<20 { await Task.yield() }
        for wait in waits { wait.cancel() }
        for wait in waits { _ = await wait.result }
        chain.cancel()
        _ = await chain.result
        promise.fulfill(1)
        other.fulfill(1)
        _ = try await promise.value
        #expect(promise.office.observationCount == 0)
        #expect(other.office.observationCount == 0)
    }

    @Test func `an observation on an actor ends with what ends it`() async {
        let kennel = Kennel(), dog = Dog()
        defer { withExtendedLifetime(dog) {} }
        dog.observe(messenger, on: kennel) { _, _ in }
        dog.stopObserving(messenger)
        #expect(observationCount == 0)
        do {
            let mortalDog = Dog()
            mortalDog.observe(messenger, on: kennel) { _, _ in }
            #expect(observationCount == 1)
            withExtendedLifetime(mortalDog) {}
        }
        #expect(observationCount == 0)
    }
}

private actor Kennel {}

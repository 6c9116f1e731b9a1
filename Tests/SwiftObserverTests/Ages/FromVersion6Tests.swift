import Dispatch
import SwiftObserver
import Testing

/// Features of version 6 that behave differently today. Contains the code of the guide `From6`.
@Suite struct FromVersion6Tests {

    @Test func `a promise keeps its word`() {
        let log = Recorder<Int>()
        let promise = Promise<Int>()
        promise.fulfill(1)
        promise.fulfill(2)
        promise.observed { log.record($0) }  // records 1
        #expect(log.values == [1])
    }

    @Test func `a handler that stops its observer stops its other handlers`() {
        let dog = Dog(), text = Var(""), log = Recorder<Int>()
        dog.observe(text) { _ in
            log.record(1)
            dog.stopObserving()
        }
        dog.observe(text) { _ in log.record(2) }
        text <- "a"
        #expect(log.values == [1])
    }

    @Test func `a combined observation ends as a whole`() {
        let dog = Dog(), text = Var(""), number = Var(0)
        dog.observe(text, number) { _, _ in }
        dog.stopObserving(text)
        // dog.isObserving(number) == false
        #expect(!dog.isObserving(number))
    }

    @Test func `a handler is called on the queue that is named`() {
        let dog = Dog(), number = Var(0), log = Recorder<Int>(), queue = DispatchQueue(label: "log")
        dog.observe(number, on: queue) { log.record($0.new) }
        number += 1
        queue.sync {}
        #expect(log.values == [1])
    }

    @Test func `transforms are created by functions`() {
        let number = Var(1), texts = Messenger<String>(), codes = Messenger<Int?>()
        let map: Map<Var<Int>, Int> = number.map { $0.new + 1 }
        let some: Unwrap<Messenger<Int?>, Int> = codes.unwrap()
        let friends: FilterAuthor<Messenger<String>> = texts.filterAuthor { $0 === number }
        let stored: Buffer<Messenger<String>, String> = texts.buffer()
        let buffer: any BufferedObservable<String?> = stored
        #expect(map.latestMessage == 2 && some.origin === codes && friends.origin === texts)
        #expect(buffer.latestMessage == nil && (codes.buffer().latestMessage ?? 0) == 0)
        #expect(Weak(number).observable === number)
    }

    @Test func `numbers are still changed by their properties`() {
        let number = Var<Int?>()
        number.int += 5
        number += 5
        #expect(number.value == 10)
    }

    @Test func `a variable can hide behind a property`() {
        let dog = Dog(), page = Page(), log = Recorder<String>()
        dog.observe(page.$text).new { log.record($0) }
        page.text = "a"
        #expect(log.values == ["a"])
    }
}

private struct Page {
    @Var var text = ""
}

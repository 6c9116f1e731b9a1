import SwiftObserver
import Testing

/// Code that was written for earlier versions. If it still compiles, it does the same as before, or
/// nothing where nothing is left to do.
@Suite struct DeprecatedTests {

    @available(*, deprecated)
    @Test func `observations end by their old names`() {
        let dog = Dog(), text = Messenger<String>()
        dog.observe(text) { _ in }
        dog.stopAllObserving()
        #expect(!dog.isObserving(text))
        dog.observe(text) { _ in }
        text.removeObservers()
        #expect(!dog.isObserving(text))
        dog.observe(text) { _ in }
        text.removeAllObservers()
        #expect(!dog.isObserving(text))
        dog.observe(text) { _ in }
        text.stopObservations()
        #expect(!dog.isObserving(text))
    }

    @available(*, deprecated)
    @Test func `there is nothing to flush out`() {
        let dog = Dog(), text = Messenger<String>(), log = Recorder<String>()
        dog.observe(text) { log.record($0) }
        dog.stopObservingDeadObservables()
        text.removeDeadObservers()
        text.removeNilObservers()
        text.stopAbandonedObservations()
        removeAbandonedObservations()
        stopAllAbandonedObservations()
        text.send("still observed")
        #expect(log.values == ["still observed"])
    }

    @available(*, deprecated)
    @Test func `messages go by their old names`() {
        let dog = Dog(), model = OldModel(), log = Recorder<String?>()
        dog.observe(model) { log.record($0) }
        model.updateObservers("a")
        #expect(log.values == ["a"])
        let update: OldModel.UpdateType = "b"
        model.send(update)
        #expect(log.values == ["a", "b"])
        #expect(Var(1).latestUpdate == Update(1, 1))
        #expect(model.buffer().latestUpdate == nil)
        #expect(Var(1).update == Update(1, 1) && model.buffer().update == nil)
    }

    @available(*, deprecated)
    @Test func `messengers don't remember`() {
        let messenger = Messenger<Int>(), model = OldModel()
        messenger.remembersLatestMessage = true
        model.remembersLatestUpdate = true
        #expect(!messenger.remembersLatestMessage)
        #expect(!model.remembersLatestUpdate)
    }

    @available(*, deprecated)
    @Test func `the source of a mapping is its origin`() {
        let text = Var("a"), length: Mapping<Var<String>, Int> = text.map { $0.new.count }
        #expect(length.source === text)
    }

    @available(*, deprecated)
    @Test func `what isn't optional is unwrapped to what it is`() {
        let number = Var(1), dog = Dog(), log = Recorder<String>()
        #expect(number.new().unwrap(0).latestMessage == 1 && number.unwrap() === number)
        dog.observe(number).new().unwrap(0).unwrap().receive { log.record("end \($0)") }
        dog.observe(number).new().unwrap { log.record("handler \($0)") }
        dog.observe(number).new().unwrap(0) { log.record("default \($0)") }
        number += 1
        #expect(log.values == ["end 2", "handler 2", "default 2"])
    }

    @available(*, deprecated)
    @Test func `transforms are created by initializers`() {
        let number = Var(1), texts = Messenger<String>(), codes = Messenger<Int?>(), dog = Dog()
        let log = Recorder<String>()
        let doubled = Map(number) { $0.new * 2 }, short = Filter(texts) { $0.count < 2 }
        let dogs = AuthorFilter(texts) { $0 === dog }, sure = Unwrap(codes), notifier = Select(texts, "b")
        let latest = Buffer(texts), code: BufferForOptionalMessage<Messenger<Int?>, Int> = Buffer(codes)
        dog.observe(doubled) { log.record("doubled \($0)") }
        dog.observe(short) { log.record("short \($0)") }
        dog.observe(dogs) { log.record("dog's \($0)") }
        dog.observe(sure) { log.record("code \($0)") }
        dog.observe(notifier) { log.record("notified") }
        number += 1
        texts.send("b")
        texts.send("aa", from: dog)
        codes.send(nil)
        codes.send(4)
        #expect(log.values == ["doubled 4", "short b", "notified", "dog's aa", "code 4"])
        #expect(doubled.latestMessage == 4 && latest.latestMessage == "aa" && code.latestMessage == 4)
    }

    @available(*, deprecated)
    @Test func `caches are buffers, and buffers of promises fulfill these`() {
        let texts = Messenger<String>(), codes = Messenger<Int?>(), dog = Dog(), log = Recorder<String>()
        let cache: any ObservableCache<String?> = texts.cache(), code: Int? = codes.cache().latestMessage
        texts.send("a")
        #expect(cache.latestMessage == "a" && code == nil)
        let promise = Promise<Int>(), author: AnyAuthor = dog
        promise.observed { value, author in log.record("\(value) \(author === dog)") }
        promise.buffer().fulfill(1, as: author)
        promise.buffer().fulfill(2)
        #expect(log.values == ["1 true"])
    }

    @available(*, deprecated)
    @Test func `plain values are their own numbers and texts`() {
        var number = 1, part: Float = 2, ratio = 3.0, text = "a", maybe: Int?
        number.int += 1
        part.float += 1
        ratio.double += 1
        text.string += "b"
        maybe.int += 5
        #expect(number == 2 && part == 3 && ratio == 4 && text == "ab" && maybe == 5)
        #expect(Float?.none.float == 0 && Double?.none.double == 0 && String?.none.string == "")
    }

    @Test func `deprecated declarations stay out of the way of today's`() {
        let buffer = Messenger<Int>().buffer(), number = Var(1), dog = Dog(), log = Recorder<String>()
        let own = Own()
        dog.observe(buffer) { log.record("\($0 ?? 0)") }
        dog.observe(number) { log.record("\($0.new)") }
        dog.observe(own) { log.record($0) }
        buffer.send()
        number.send()
        own.send()
        sendLatest(own)
        sendLatest(number)
        own.repeatIt()
        #expect(log.values == ["0", "1", "latest", "latest", "1", "latest"])
        let nothing = Messenger<Void>()
        dog.observe(nothing) { log.record("nothing") }
        nothing.send(())
        #expect(log.values.last == "nothing")
        #expect(own.source == "own" && own.latestUpdate == 5)
    }

    private func sendLatest(_ observable: some BufferedObservable) { observable.send() }
}

@available(*, deprecated)
private final class OldModel: CustomObservable {
    let messenger = Messenger<String?>()
    typealias UpdateType = String?
}

/// A class of a current client that happens to use old names.
private final class Own: BufferedObservable {
    let messenger = Messenger<String>()
    let latestMessage = "latest"
    let source = "own"
    let latestUpdate = 5
    func repeatIt() { send() }
}

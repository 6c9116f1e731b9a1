import SwiftObserver
import Testing

/// Code that was written for earlier versions. What still compiles does what it did, or nothing where there is nothing to
/// do any more.
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
    }

    @available(*, deprecated)
    @Test func `there is nothing to flush out`() {
        let dog = Dog(), text = Messenger<String>(), log = Recorder<String>()
        dog.observe(text) { log.record($0) }
        dog.stopObservingDeadObservables()
        text.removeDeadObservers()
        text.removeNilObservers()
        removeAbandonedObservations()
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

/// A class of today that happens to use old names.
private final class Own: BufferedObservable {
    let messenger = Messenger<String>()
    let latestMessage = "latest"
    let source = "own"
    let latestUpdate = 5
    func repeatIt() { send() }
}

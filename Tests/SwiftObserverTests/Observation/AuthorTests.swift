import Dispatch
import SwiftObserver
import Testing

@Suite struct AuthorTests {

    @Test func `the observable is the author unless another one is named`() {
        let dog = Dog(), author = Mortal(), messenger = Messenger<Int>(), log = Recorder<String>()
        dog.observe(messenger) { message, sender in
            log.record("\(message) \(sender === messenger ? "messenger" : sender === author ? "author" : "nobody")")
        }
        messenger.send(1)
        messenger.send(2, from: author)
        #expect(log.values == ["1 messenger", "2 author"])
        dog.stopObserving()
    }

    @Test func `a custom observable is the author, not its messenger`() {
        let dog = Dog(), sky = Sky(), authors = Recorder<Bool>(), box = WeakBox(sky)
        dog.observe(sky) { _, sender in authors.record(sender === box.object) }
        sky.send(1)
        #expect(authors.values == [true])
    }

    @Test func `whoever sets a variable can be its author`() {
        let dog = Dog(), author = Mortal(), number = Var(0), log = Recorder<String>()
        dog.observe(number) { update, sender in log.record("\(update.new) \(sender === author)") }
        number.set(42, as: author)
        number.set(42, as: author)
        number.value = 43
        number <- 44
        number.value += 1
        #expect(number.value == 45)
        #expect(log.values == ["42 true", "43 false", "44 false", "45 false"])
    }

    @Test func `an author ignores its own changes`() {
        let text = Var<String>(), one = Editor(text), two = Editor(text)
        one.edit("a")
        two.edit("b")
        #expect(one.foreign.values == ["b"])
        #expect(two.foreign.values == ["a"])
    }

    @Test func `messages that wait keep no author alive, and the messenger stands in for the dead`() {
        let dog = Dog(), messenger = Messenger<Int>(), queue = DispatchQueue(label: "q"), isMessenger = Recorder<Bool>()
        let box = WeakBox(messenger)
        dog.observe(messenger, on: queue) { _, sender in isMessenger.record(sender === box.object) }
        queue.suspend()
        var author: Mortal? = Mortal()
        let authorBox = WeakBox(author!)
        messenger.send(1, from: author!)
        author = nil
        #expect(!authorBox.isAlive)
        queue.resume()
        queue.sync {}
        #expect(isMessenger.values == [true])
    }

    @Test func `messages that wait keep their authors for observers here, even if as many on queues read authors`() {
        let dog = Dog(), messenger = Messenger<Int>(), queue = DispatchQueue(label: "q"), author = Mortal()
        let isAuthor = Recorder<Bool>()
        dog.observe(messenger) { _, sender in isAuthor.record(sender === author) }
        dog.observe(messenger, on: queue) { _, _ in }
        let delivery = HeldDelivery(on: messenger)
        #expect(delivery.begin())
        messenger.send(1, from: author)
        #expect(delivery.end())
        #expect(isAuthor.values == [false, true])
    }

    @Test func `authors pass through transforms, buffers and weak stand-ins`() {
        let dog = Dog(), author = Mortal(), number = Var<Int?>(0), log = Recorder<String>()
        let map = number.map { $0.new }, buffer = number.new().buffer(), weak = Weak(number)
        let filter = number.filter { _ in true }, unwrap = number.new().unwrap(), select = number.new().select(1)
        dog.observe(map) { _, sender in log.record("map \(sender === author)") }
        dog.observe(buffer) { _, sender in log.record("buffer \(sender === author)") }
        dog.observe(weak) { _, sender in log.record("weak \(sender === author)") }
        dog.observe(filter) { _, sender in log.record("filter \(sender === author)") }
        dog.observe(unwrap) { _, sender in log.record("unwrap \(sender === author)") }
        dog.observe(select) { _, sender in log.record("select \(sender === author)") }
        number.set(1, as: author)
        let names = ["map", "buffer", "weak", "filter", "unwrap", "select"]
        #expect(log.values.sorted() == names.map { "\($0) true" }.sorted())
        withExtendedLifetime((map, buffer, weak, filter, unwrap, select)) {}
    }
}

private final class Sky: Observable, Sendable { let messenger = Messenger<Int>() }

private final class Editor: Observer, Sendable {
    let receiver = Receiver()
    let foreign = Recorder<String>()
    let text: Var<String>
    init(_ text: Var<String>) {
        self.text = text
        observe(text) { [unowned self] update, author in
            guard author !== self else { return }
            foreign.record(update.new)
        }
    }
    func edit(_ newText: String) { text.set(newText, as: self) }
}

import Dispatch
import SwiftObserver
import Testing

@Suite struct FreeObserverTests {

    @Test func `free observations need no observer`() {
        let messenger = Messenger<Int>(), messages = Recorder<String>()
        observe(messenger) { messages.record("function \($0)") }
        messenger.observed { messages.record("method \($0)") }
        messenger.send(1)
        #expect(messages.values == ["function 1", "method 1"])
        #expect(FreeObserver.shared.isObserving(messenger))
        FreeObserver.shared.stopObserving(messenger)
        messenger.send(2)
        #expect(messages.count == 2)
    }

    @Test func `free observations get authors`() {
        let messenger = Messenger<Int>(), author = Mortal(), authors = Recorder<ObjectIdentifier>()
        observe(messenger) { _, author in authors.record(ObjectIdentifier(author)) }
        messenger.observed { _, author in authors.record(ObjectIdentifier(author)) }
        observeOnce(messenger) { _, author in authors.record(ObjectIdentifier(author)) }
        messenger.observedOnce { _, author in authors.record(ObjectIdentifier(author)) }
        messenger.send(1, from: author)
        #expect(authors.values == Array(repeating: ObjectIdentifier(author), count: 4))
    }

    @Test func `free observations run on a queue`() {
        let messenger = Messenger<Int>(), author = Mortal(), queue = DispatchQueue(label: "q"), log = Recorder<String>()
        let note: @Sendable (String) -> Void = {
            dispatchPrecondition(condition: .onQueue(queue))
            log.record($0)
        }
        observe(messenger).on(queue).receive { note("a\($0)") }
        observe(messenger).on(queue).withAuthor().receive { message, sender in note("b\(message)\(sender === author)") }
        messenger.observed().on(queue).receive { note("c\($0)") }
        messenger.observed().on(queue).withAuthor().receive { message, sender in note("d\(message)\(sender === author)")
        }
        observe(messenger).on(queue).once().receive { note("e\($0)") }
        observe(messenger).on(queue).once().withAuthor().receive { message, sender in
            note("f\(message)\(sender === author)")
        }
        messenger.observed().on(queue).once().receive { note("g\($0)") }
        messenger.observed().on(queue).once().withAuthor().receive { message, sender in
            note("h\(message)\(sender === author)")
        }
        messenger.send(1, from: author)
        queue.sync {}
        #expect(log.values == ["a1", "b1true", "c1", "d1true", "e1", "f1true", "g1", "h1true"])
        messenger.send(2, from: author)
        queue.sync {}
        #expect(log.values.dropFirst(8) == ["a2", "b2true", "c2", "d2true"])
    }

    @Test func `a free observer of one's own is independent of the shared one`() {
        let messenger = Messenger<Int>(), messages = Recorder<Int>()
        var free: FreeObserver? = FreeObserver()
        free?.observe(messenger) { messages.record($0) }
        #expect(!FreeObserver.shared.isObserving(messenger))
        messenger.send(1)
        free = nil
        messenger.send(2)
        #expect(messages.values == [1])
    }

    @Test func `a one-time observation gets one message and dies`() {
        let messenger = Messenger<Int>(), messages = Recorder<Int>()
        let boxes = [
            WeakBox(observeOnce(messenger) { messages.record($0) }),
            WeakBox(messenger.observedOnce { messages.record($0) }),
        ]
        #expect(boxes.allSatisfy { $0.isAlive })
        messenger.send(1)
        #expect(boxes.allSatisfy { !$0.isAlive })
        messenger.send(2)
        #expect(messages.values == [1, 1])
    }

    @Test func `a one-time observation can be stopped by its observer`() {
        let messenger = Messenger<Int>(), messages = Recorder<Int>()
        let observer = messenger.observedOnce { messages.record($0) }
        #expect(observer.isObserving(messenger))
        observer.stopObserving()
        messenger.send(1)
        #expect(messages.values == [])
    }

    @Test func `a one-time handler that sends is not called again`() {
        let messenger = Messenger<Int>(), messages = Recorder<Int>(), box = WeakBox(messenger)
        messenger.observedOnce {
            messages.record($0)
            box.object?.send($0 + 1)
        }
        messenger.send(1)
        #expect(messages.values == [1])
    }

    @Test func `a one-time observation ends when the observable dies`() {
        var messenger: Messenger<Int>? = Messenger()
        let box = WeakBox(messenger!.observedOnce { _ in })
        messenger = nil
        #expect(!box.isAlive)
    }
}

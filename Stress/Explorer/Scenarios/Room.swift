@testable import SwiftObserver

/// Scenarios in which tasks wait for room. A task that isn't notified of room hangs.
extension Scenario {

    static let room: [Scenario] = [
        Scenario("room-hop", "a task waits for a queue that handles messages (19, 20)") { setup in
            roomOnQueue(setup, .unbounded)
        },
        Scenario("room-bounded-hop", "the same with a bound (19, 20)") { setup in
            roomOnQueue(setup, .newest(2))
        },
        Scenario("room-up-to", "the same if the observation is cut off (19, 20)") { setup in
            roomOnQueue(setup, .upTo(1))
        },
        Scenario("room-batches", "a task waits for batches to be taken (20, 22)") { setup in
            let messenger = Messenger<Memo>(), listener = Listener("listener"), queue = DispatchQueue(label: "queue")
            let account = Account(limit: 9, batchLimit: 9)
            listener.listen(toBatchesOf: messenger, account, on: queue, upTo: 9, .unbounded)
            expectRoom(setup, in: messenger, below: 1, account.heard) { account.send(1...2, through: messenger) }
            setup.finally {
                account.expectSum(.unbounded)
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("room-in-line", "a task waits while another thread delivers (5, 20)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard)
            setup.thread("B") { messenger.send(Memo(3)) }
            expectRoom(setup, in: messenger, below: 1, heard) {
                for number in 1...2 { messenger.send(Memo(number)) }
            } then: {
                expect(heard.by("listener").contains("1"), "two messages have not begun: \(heard.entries)")
            }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "3"])
                withExtendedLifetime(listener) {}
            }
        },
        Scenario(
            "room-combined", "a task waits for a combined observation in place (16, 20)", bound: 1
        ) { setup in
            let (left, right) = ordered(Var(0), Var(0)), heard = HeardMessages(), listener = Listener("listener")
            listener.observe(left, right) { heard.hear("listener", "\($0.new)+\($1.new)") }
            setup.thread("B") { right.value = 1 }
            expectRoom(setup, in: left, below: 1, heard) {
                for number in 1...2 { left.value = number }
            } then: {
                expect(heard.by("listener").contains { $0.hasPrefix("1+") }, "two messages wait: \(heard.entries)")
            }
            setup.finally { withExtendedLifetime((listener, left, right)) {} }
        },
        Scenario(
            "room-handed-over", "a task waits for room while pending messages are handed over (8, 20)", bound: 1
        ) { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            let isBusy = Gate("busy"), isInLine = Gate("in line")
            listener.listen(to: messenger, heard) { memo in
                guard memo.number == 0 else { return }
                isBusy.open()
                isInLine.pass()
            }
            setup.thread("B") { messenger.send(Memo(0)) }
            expectRoom(setup, in: messenger, below: 2, heard) {
                isBusy.pass()
                for number in 1...4 { messenger.send(Memo(number)) }
                isInLine.open()
            }
            setup.finally {
                heard.expectExactly("listener", (0...4).map(String.init))
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("room-on-delivery-queue", "a task waits for the queue of an observable (14, 20)") {
            setup in
            let messenger = Messenger<Memo>(on: DispatchQueue(label: "queue")), heard = HeardMessages(),
                listener = Listener("listener")
            listener.listen(to: messenger, heard)
            expectRoom(setup, in: messenger, below: 1, heard) { messenger.send(Memo(1)) }
            setup.finally {
                heard.expectExactly("listener", ["1"])
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("room-actor", "a task waits for an actor (13, 20)", bound: 1) { setup in
            let messenger = Messenger<Memo>(), account = Account(limit: 1), listener = Listener("listener"),
                home = ControlledActor()
            listener.listen(to: messenger, account, on: home, .newest(1))
            expectRoom(setup, in: messenger, below: 1, account.heard) { account.send(1...2, through: messenger) }
            setup.finally {
                account.expectSum(.newest(1))
                withExtendedLifetime((listener, home)) {}
            }
        },
        Scenario(
            "room-combined-bounded", "a task waits for a combined observation with a bound (3, 20)", bound: 1
        ) {
            setup in
            let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            listener.observe(left, right).on(queue).buffering(.newest(2)).receive { left, right in
                heard.hear("listener", "\(left.new)+\(right.new)")
            }
            expectRoom(setup, in: left, below: 1, heard) {
                right.value = 1
                left.value = 1
            }
            setup.finally {
                expect(heard.by("listener").last == "1+1", "should end with both: \(heard.entries)")
                withExtendedLifetime((right, listener)) {}
            }
        },
        Scenario("room-loop", "a task waits for a loop that takes messages (20)") { setup in
            roomInLoop(setup, .unbounded)
        },
        Scenario("room-bounded-loop", "the same with a bound (19, 20)", bound: 1) { setup in
            roomInLoop(setup, .newest(2))
        },
        Scenario("room-loop-leaves", "a loop leaves while a task waits for it (11, 20)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages()
            let loop = ControlledTask("loop") { [messages = messenger.messages()] in
                for await memo in messages {
                    heard.hear("loop", "\(memo.number)")
                    break
                }
                heard.note("end")
            }
            for number in 1...2 { messenger.send(Memo(number)) }
            expectRoom(setup, in: messenger, below: 1, heard) {}
            setup.finally {
                heard.expectExactly("loop", ["1"])
                expect(!messenger.office.isObserved, "the messenger is still observed")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("room-ends", "an observation ends whose messages keep a task waiting (11, 20)") {
            setup in
            roomAtEnd(setup, .unbounded) { messenger, listener in listener.stopObserving(messenger) }
        },
        Scenario("room-ends-bounded", "the same with a bound (11, 19, 20)") { setup in
            roomAtEnd(setup, .oldest(2)) { messenger, listener in messenger.stopBeingObserved() }
        },
        Scenario("room-starts", "an observation starts while a task waits (16, 20)", bound: 1) {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true), late = Listener("late"),
                listener = Listener("listener")
            listener.listen(to: messenger, heard, on: DispatchQueue(label: "queue"))
            setup.thread("B") { late.listen(to: messenger, heard, on: DispatchQueue(label: "other")) }
            expectRoom(setup, in: messenger, below: 1, heard) { messenger.send(Memo(1)) }
            setup.finally {
                heard.expectExactly("listener", ["1"])
                withExtendedLifetime((listener, late)) {}
            }
        },
        Scenario("room-cancelled", "a task that waits is cancelled (9, 11, 20)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true), listener = Listener("listener")
            listener.listen(to: messenger, heard, on: DispatchQueue(label: "queue"))
            messenger.send(Memo(1))
            let task = ControlledTask("task") { heard.note("room \(await messenger.room(below: 1))") }
            setup.thread("B") { task.cancel() }
            setup.finally {
                let notes = heard.entries.filter(\.who.isEmpty).map(\.what)
                expect(notes == ["room true"] || notes == ["room false"], "one outcome expected: \(heard.entries)")
                expect(messenger.office.waitersForRoom == 0, "a task still waits for room")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("room-for-cancelled", "a task that is already cancelled gets no room (20)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard)
            let isCancelled = Gate("cancelled"),
                task = ControlledTask("task") {
                    isCancelled.pass()
                    heard.note("room \(await messenger.room(below: 1))")
                }
            setup.thread("B") {
                task.cancel()
                isCancelled.open()
            }
            setup.finally {
                expect(heard.entries.map(\.what) == ["room false"], "it's cancelled: \(heard.entries)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario(
            "room-only-cancelled", "a task that will never get room is cancelled (9, 11, 20)"
        ) {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue"), isOver = Gate("over")
            listener.listen(to: messenger, heard, on: queue)
            queue.async { isOver.pass() }
            messenger.send(Memo(1))
            let task = ControlledTask("task") {
                heard.note("room \(await messenger.room(below: 1))")
                expect(messenger.office.waitersForRoom == 0, "a task still waits for room")
                isOver.open()
            }
            setup.thread("B") { task.cancel() }
            setup.finally {
                let notes = heard.entries.filter(\.who.isEmpty).map(\.what)
                expect(notes == ["room false"], "there was no room: \(heard.entries)")
                expect(messenger.office.waitersForRoom == 0, "a task still waits for room")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario(
            "room-cancelled-in-front", "a waiting task is cancelled, and the one after it gets room (20)", bound: 1
        ) {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue"), isOver = Gate("over")
            listener.listen(to: messenger, heard, on: queue)
            queue.async { isOver.pass() }
            messenger.send(Memo(1))
            let first = ControlledTask("first") { heard.note("first \(await messenger.room(below: 1))") }
            let second = ControlledTask("second") {
                heard.note("second \(await messenger.room(below: 2))")
                isOver.open()
            }
            setup.thread("A") { first.cancel() }
            setup.finally {
                let notes = heard.entries.filter(\.who.isEmpty).map(\.what)
                expect(notes.contains("second true"), "there was room: \(heard.entries)")
                expect(notes.contains { $0.hasPrefix("first") }, "the first one still waits: \(heard.entries)")
                expect(messenger.office.waitersForRoom == 0, "a task still waits for room")
                withExtendedLifetime((listener, second)) {}
            }
        },
        Scenario("room-for-two", "two tasks wait, and neither resumes too early (20)", bound: 1) {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            listener.listen(to: messenger, heard, on: queue)
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            var tasks: [ControlledTask] = []
            for (name, limit) in [("one", 1), ("two", 2)] {
                tasks.append(ControlledTask(name) { heard.note("\(name) \(await messenger.room(below: limit))") })
            }
            setup.finally { [tasks] in
                let notes = heard.entries.filter(\.who.isEmpty).map(\.what)
                expect(notes.sorted() == ["one true", "two true"], "a task still waits: \(heard.entries)")
                expect(messenger.office.waitersForRoom == 0, "a task still waits for room")
                withExtendedLifetime((listener, tasks)) {}
            }
        },
        Scenario(
            "room-many-lanes", "an observation ends while messages go to many queues (11, 13, 20)", bound: 1
        ) { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("one", "two", "three")
            let queue = DispatchQueue(label: "queue")
            for listener in listeners { listener.listen(to: messenger, heard, on: queue) }
            setup.thread("B") { listeners[2].stopObserving(messenger) }
            expectRoom(setup, in: messenger, below: 1, heard) { messenger.send(Memo(1)) }
            setup.finally {
                heard.expectExactly("one", ["1"])
                withExtendedLifetime(listeners) {}
            }
        },
    ]

    /// Lets a task wait for room while a thread sends, and expects that the task has resumed.
    ///
    /// If all was sent before the task asked, nothing may wait when it resumes. Then `then` is
    /// called.
    private static func expectRoom<M: Sendable>(
        _ setup: ScenarioSetup, in messenger: Messenger<M>, below limit: Int, _ heard: HeardMessages,
        send: @escaping @Sendable () -> Void, then act: @escaping @Sendable () -> Void = {}
    ) {
        let isSent = Box(false), hasRoom = Box(false)
        let task = ControlledTask("task") {
            let isAlone = isSent.content
            hasRoom.content = await messenger.room(below: limit)
            if isAlone {
                act()
                let backlog = messenger.backlog
                expect(backlog < limit, "\(backlog) messages wait: \(heard.entries)")
            }
        }
        setup.thread("A") {
            send()
            isSent.content = true
        }
        setup.finally {
            expect(hasRoom.content, "the task is still waiting: \(heard.entries)")
            expect(messenger.office.waitersForRoom == 0, "a task still waits for room")
            expect(messenger.backlog == 0, "\(messenger.backlog) messages still wait")
            withExtendedLifetime(task) {}
        }
    }

    private static func roomOnQueue(_ setup: ScenarioSetup, _ buffering: MessageBuffering) {
        let messenger = Messenger<Memo>(), account = Account(limit: 9), listener = Listener("listener"),
            queue = DispatchQueue(label: "queue")
        listener.listen(to: messenger, account, on: queue, buffering)
        expectRoom(setup, in: messenger, below: 1, account.heard) { account.send(1...2, through: messenger) }
        setup.finally {
            account.expectSum(buffering)
            withExtendedLifetime(listener) {}
        }
    }

    /// Lets a loop wait in its body until a waiting task has got room.
    private static func roomInLoop(_ setup: ScenarioSetup, _ buffering: MessageBuffering) {
        let messenger = Box<Messenger<Memo>?>(Messenger()), heard = HeardMessages(mayOverlap: true)
        let hasRoom = Gate("room")
        let loop = ControlledTask("loop") { [messages = messenger.content?.messages(buffering: buffering)] in
            guard let messages else { return }
            for await memo in messages {
                heard.hear("loop", "\(memo.number)")
                hasRoom.pass()
            }
        }
        let waiter = ControlledTask("waiter") { [messenger = messenger.content] in
            guard let messenger else { return }
            heard.note("room \(await messenger.room(below: 1))")
            hasRoom.open()
        }
        setup.thread("A") {
            messenger.content?.send(Memo(1))
            messenger.drop()
        }
        setup.finally {
            heard.expectExactly("loop", ["1"])
            expect(heard.entries.contains { $0.what == "room true" }, "it still waits: \(heard.entries)")
            withExtendedLifetime((loop, waiter)) {}
        }
    }

    /// Ends an observation whose queue is busy until a waiting task has got room.
    private static func roomAtEnd(
        _ setup: ScenarioSetup, _ buffering: MessageBuffering,
        _ end: @escaping @Sendable (Messenger<Memo>, Listener) -> Void
    ) {
        let messenger = Messenger<Memo>(), account = Account(limit: 9), listener = Listener("listener"),
            queue = DispatchQueue(label: "queue"), hasRoom = Gate("room")
        queue.async { hasRoom.pass() }
        listener.listen(to: messenger, account, on: queue, buffering)
        let task = ControlledTask("task") {
            account.heard.note("room \(await messenger.room(below: 1))")
            hasRoom.open()
        }
        account.send(1...2, through: messenger)
        setup.thread("B") { end(messenger, listener) }
        setup.finally {
            let notes = account.heard.entries.filter(\.who.isEmpty).map(\.what)
            expect(notes == ["room true"], "the task is still waiting: \(account.heard.entries)")
            expect(messenger.office.waitersForRoom == 0, "a task still waits for room")
            withExtendedLifetime((listener, task)) {}
        }
    }
}

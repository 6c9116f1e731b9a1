import SwiftObserver

/// Scenarios with large numbers of observations and messages, which change the memory layout.
///
/// Large numbers are smaller here than in other builds: three observations of a receiver, a list of
/// eight, two gaps, and two small messages.
extension Scenario {

    static let large: [Scenario] = [
        Scenario("many-observations", "two threads each stop one of an observer's many observations (9, 11)") { setup in
            let messengers = (0..<4).map { _ in Messenger<Memo>() }, heard = HeardMessages(mayOverlap: true),
                listener = Listener("listener")
            for (index, messenger) in messengers.enumerated() {
                listener.listen(to: messenger, heard, as: { "\($0.number) of \(index)" })
            }
            setup.thread("A") {
                messengers[0].send(Memo(1))
                messengers[1].send(Memo(2))
            }
            setup.thread("B") {
                listener.stopObserving(messengers[0])
                heard.note("stopped")
            }
            setup.thread("C") { listener.stopObserving(messengers[3]) }
            setup.finally {
                let late = heard.after("stopped").filter { $0.what.hasSuffix("of 0") }
                expect(late.count < 2, "heard too much: \(heard.entries)")
                expect(heard.by("listener").contains("2 of 1"), "something is missing: \(heard.entries)")
                expect(!listener.isObserving(messengers[0]) && !listener.isObserving(messengers[3]), "still observing")
                expect(listener.isObserving(messengers[2]), "stopped too much")
                expect(Captured.count == 2, "\(Captured.count) handlers are alive")
                for messenger in messengers { messenger.send(Memo(3)) }
                let last = heard.by("listener").filter { $0.hasPrefix("3") }
                expect(last == ["3 of 1", "3 of 2"], "the wrong ones: \(heard.entries)")
            }
        },
        Scenario("many-observers", "an observer of many observables stops one that many observe (4, 9, 11)") { setup in
            let messengers = (0..<3).map { _ in Messenger<Memo>() }, heard = HeardMessages(),
                all = listeners("1", "2", "3", "4")
            for listener in all { listener.listen(to: messengers[0], heard) }
            for messenger in messengers.dropFirst() { all[0].listen(to: messenger, heard) }
            setup.thread("A") { messengers[0].send(Memo(1)) }
            setup.thread("B") {
                all[0].stopObserving(messengers[0])
                heard.note("stopped")
            }
            setup.finally {
                let late = heard.after("stopped").filter { $0.who == "1" }
                expect(late.count < 2, "heard too much: \(heard.entries)")
                for listener in all.dropFirst() { heard.expectExactly(listener.name, ["1"]) }
                expect(Captured.count == 5, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messengers, all)) {}
            }
        },
        Scenario("gaps", "gaps in the list are closed while others start and send (1, 2, 4, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), stay = listeners("5", "6"), late = Listener("7")
            let leave = (1...4).map { Listener("\($0)") }
            for listener in leave { listener.observe(messenger) { [captured = Captured("handler")] _ in _ = captured } }
            for listener in stay { listener.listen(to: messenger, heard) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                for listener in leave { listener.stopObserving(messenger) }
                late.listen(to: messenger, heard)
                messenger.send(Memo(2))
            }
            setup.finally {
                heard.expectExactly("5", heard.by("5").first == "1" ? ["1", "2"] : ["2", "1"])
                heard.expectSame("5", "6")
                expect(heard.by("7").contains("2"), "7 should hear 2: \(heard.entries)")
                heard.expectOrder("7", heard.by("5"))
                expect(Captured.count == 3, "\(Captured.count) handlers are alive")
                messenger.send(Memo(3))
                let last = heard.entries.suffix(3).map { "\($0.who) \($0.what)" }
                expect(last == ["5 3", "6 3", "7 3"], "the wrong ones: \(heard.entries)")
                withExtendedLifetime((leave, stay, late)) {}
            }
        },
        Scenario("gaps-while-read", "gaps are closed when the last of two readers is done (2, 4, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), all = listeners("1", "2", "3", "4")
            for listener in all.dropLast() { listener.listen(to: messenger, heard) }
            all[3].listen(to: messenger, heard)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                for listener in all.dropFirst().dropLast() { listener.stopObserving(messenger) }
                messenger.send(Memo(2))
            }
            setup.thread("C") { all[0].stopObserving(messenger) }
            setup.finally {
                heard.expectAll("4", ["1", "2"])
                for name in ["1", "2", "3"] { heard.expectOrder(name, heard.by("4")) }
                expect(Captured.count == 1, "\(Captured.count) handlers are alive")
                messenger.send(Memo(3))
                expect(heard.entries.filter { $0.what == "3" }.map(\.who) == ["4"], "the wrong ones: \(heard.entries)")
                withExtendedLifetime(all) {}
            }
        },
        Scenario("large-list", "a large list is replaced, read and freed on a queue (2, 7, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                late = Listener("late")
            let others = (1...7).map { Listener("\($0)") }
            for listener in others {
                listener.observe(messenger) { [captured = Captured("handler")] _ in _ = captured }
            }
            listener.listen(to: messenger, heard)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                late.listen(to: messenger, heard)
                heard.note("started")
                messenger.stopBeingObserved()
                heard.note("stopped")
            }
            setup.finally {
                expect(heard.after("stopped").count <= 1, "heard too much: \(heard.entries)")
                for name in ["listener", "late"] { heard.expectOrder(name, ["1"]) }
                expect(Captured.count == 0, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messenger, others, listener, late)) {}
            }
        },
        Scenario("long-line", "a line of several segments is delivered while it grows (1, 2, 6)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            let isBusy = Gate("busy"), isInLine = Gate("in line")
            listener.listen(to: messenger, heard) { memo in
                guard memo.number == 0 else { return }
                isBusy.open()
                isInLine.pass()
            }
            setup.thread("A") { messenger.send(Memo(0)) }
            setup.thread("B") {
                isBusy.pass()
                for number in 1...5 { messenger.send(Memo(number)) }
                isInLine.open()
                messenger.send(Memo(6))
            }
            setup.finally {
                heard.expectExactly("listener", (0...6).map(String.init))
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("long-line-on-queue", "several segments of messages wait on a queue when it ends (2, 11, 13)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            let isInLine = Gate("in line")
            queue.async { isInLine.pass() }
            listener.listen(to: messenger, heard, on: queue)
            setup.thread("A") {
                for number in 1...5 { messenger.send(Memo(number)) }
                isInLine.open()
                messenger.send(Memo(6))
            }
            setup.thread("B") { listener.stopObserving() }
            setup.finally {
                expect((1...6).map(String.init).starts(with: heard.by("listener")), "heard \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("long-line-dropped", "many messages wait for a loop that is cancelled (2, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages()
            let loop = ControlledTask("loop") { [messages = messenger.messages()] in
                for await memo in messages { heard.hear("loop", "\(memo.number)") }
                heard.note("end")
            }
            setup.thread("A") { for number in 1...3 { messenger.send(Memo(number)) } }
            setup.thread("B") { loop.cancel() }
            setup.finally {
                expect((1...3).map(String.init).starts(with: heard.by("loop")), "heard \(heard.entries)")
                expect(heard.entries.last?.what == "end", "the loop should end: \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
            }
        },
    ]
}

@testable import SwiftObserver

extension Scenario {

    static let loops: [Scenario] = [
        Scenario("messages", "a loop takes messages while they come and the observable dies (2, 11, 12)") { setup in
            let messenger = Box<Messenger<Memo>?>(Messenger()), heard = HeardMessages()
            let loop = ControlledTask("loop") { [messages = messenger.content?.messages()] in
                guard let messages else { return }
                for await memo in messages { heard.hear("loop", "\(memo.number)") }
                heard.note("end")
            }
            setup.thread("A") {
                messenger.content?.send(Memo(1))
                messenger.content?.send(Memo(2))
                messenger.drop()
            }
            setup.finally {
                heard.expectExactly("loop", ["1", "2"])
                expect(heard.entries.last?.what == "end", "the loop should end: \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("messages-cancel", "a loop is cancelled while messages come (9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages()
            let loop = ControlledTask("loop") { [messages = messenger.messages()] in
                for await memo in messages { heard.hear("loop", "\(memo.number)") }
                heard.note("end")
            }
            setup.thread("A") {
                messenger.send(Memo(1))
                messenger.send(Memo(2))
            }
            setup.thread("B") { loop.cancel() }
            setup.finally {
                expect(["1", "2"].starts(with: heard.by("loop")), "heard \(heard.entries)")
                expect(heard.entries.last?.what == "end", "the loop should end: \(heard.entries)")
                expect(!messenger.office.isObserved, "the messenger is still observed")
                expect(Memo.count == 0, "messages are still alive")
            }
        },
        Scenario("messages-two-loops", "two loops share the messages, each goes to one (2)") { setup in
            let messenger = Box<Messenger<Memo>?>(Messenger()), heard = HeardMessages(mayOverlap: true)
            var loops: [ControlledTask] = []
            if let messages = messenger.content?.messages() {
                for name in ["one", "other"] {
                    loops.append(
                        ControlledTask(name) { for await memo in messages { heard.hear(name, "\(memo.number)") } })
                }
            }
            setup.thread("A") {
                messenger.content?.send(Memo(1))
                messenger.content?.send(Memo(2))
                messenger.drop()
            }
            setup.finally { [loops] in
                expect((heard.by("one") + heard.by("other")).sorted() == ["1", "2"], "heard \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime(loops) {}
            }
        },
        Scenario("messages-newest", "a loop takes only the newest message, others are dropped (7, 11)") { setup in
            let messenger = Box<Messenger<Memo>?>(Messenger()), heard = HeardMessages()
            let loop = ControlledTask("loop") { [messages = messenger.content?.messages(buffering: .newest(1))] in
                guard let messages else { return }
                for await memo in messages { heard.hear("loop", "\(memo.number)") }
            }
            setup.thread("A") {
                for number in 1...2 { messenger.content?.send(Memo(number)) }
                messenger.drop()
            }
            setup.finally {
                heard.expectOrder("loop", ["1", "2"])
                expect(heard.by("loop").last == "2", "the newest is missing: \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("loop-beside-busy", "a loop's limit holds while a handler in place is busy (19, 23)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard)
            let messages = messenger.messages(buffering: .newest(1))
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") { messenger.send(Memo(3)) }
            setup.thread("C") { expectExactLoop(messenger, waiting: 0...1) }
            setup.finally {
                expectExactLoop(messenger, waiting: 1...1)
                expect(messages.droppedCount == 2, "\(messages.droppedCount) were dropped")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("loop-cut-off", "a sequence without a loop is cut off while threads send (7, 11, 19)") { setup in
            let messenger = Messenger<Memo>(), messages = messenger.messages(buffering: .upTo(1))
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") { messenger.send(Memo(3)) }
            setup.finally {
                expect(!messenger.office.isObserved, "the messenger is still observed")
                withExtendedLifetime(messages) {}
            }
        },
        Scenario(
            "loops-on-many-lanes", "messages go to many loops, of which one is cut off and one cancelled (11, 13, 19)",
            bound: 1
        ) {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true)
            let cutOff = messenger.messages(buffering: .upTo(1))
            let loops = ["stays", "is cancelled"].map { name in
                ControlledTask(name) { [messages = messenger.messages()] in
                    for await memo in messages { heard.hear(name, "\(memo.number)") }
                    heard.note("end of \(name)")
                }
            }
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") {
                messenger.send(Memo(3))
                loops[1].cancel()
            }
            setup.finally {
                let all = heard.by("stays"), some = heard.by("is cancelled")
                expect(all.sorted() == ["1", "2", "3"], "not all, or twice: \(heard.entries)")
                expect(all.filter { $0 != "3" } == ["1", "2"], "not in order: \(heard.entries)")
                expect(all.starts(with: some), "another order: \(heard.entries)")
                expect(heard.entries.contains { $0.what == "end of is cancelled" }, "it didn't end: \(heard.entries)")
                loops[0].cancel()
                withExtendedLifetime((messenger, cutOff, loops)) {}
            }
        },
        Scenario("loop-starts-with-latest", "a loop never gets an older level after a newer one (16)") { setup in
            let level = Box<Level?>(Level()), heard = HeardMessages()
            let loop = ControlledTask("loop") {
                guard let messages = level.content?.startingWithLatest().messages() else { return }
                for await number in messages { heard.hear("loop", "\(number)") }
            }
            setup.thread("A") {
                level.content?.rise()
                level.drop()
            }
            setup.finally {
                expect([[], ["1"], ["0", "1"], ["1", "1"]].contains(heard.by("loop")), "heard \(heard.entries)")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("promise-value", "a task awaits a promise that is fulfilled, and is cancelled (17)") { setup in
            let promise = Promise<Memo>(), heard = HeardMessages()
            let loop = ControlledTask("task") {
                do { heard.hear("task", "\(try await promise.value.number)") } catch { heard.note("cancelled") }
            }
            setup.thread("A") { promise.fulfill(Memo(1)) }
            setup.thread("B") { loop.cancel() }
            setup.finally {
                let isDone = heard.by("task") == ["1"] || heard.entries.first?.what == "cancelled"
                expect(isDone && heard.entries.count == 1, "heard \(heard.entries)")
            }
        },
        Scenario(
            "promise-value-fulfilled", "a task awaits a promise, and is cancelled when that is already fulfilled (17)"
        ) {
            setup in
            let promise = Promise<Memo>(), heard = HeardMessages()
            let loop = ControlledTask("task") {
                do { heard.hear("task", "\(try await promise.value.number)") } catch { heard.note("\(error)") }
            }
            setup.thread("A") { promise.fulfill(Memo(1)) }
            setup.thread("B") {
                promise.fulfill(Memo(2))
                loop.cancel()
            }
            setup.finally {
                expect(heard.by("task").count == 1, "the task should get the value: \(heard.entries)")
            }
        },
    ]
}

/// Expects at any moment that each message sent to a loop waits or was counted as dropped.
private func expectExactLoop(_ messenger: Messenger<Memo>, waiting: ClosedRange<Int>) {
    let report = messenger.inspect()
    guard let loop = report.observations.first(where: { $0.place == .loop }) else { return expect(false, "no loop") }
    expect(waiting.contains(loop.waiting), "\(loop.waiting) wait")
    expect(loop.waiting + loop.handled + loop.missed == report.sent, "the account is wrong: \(report)")
}

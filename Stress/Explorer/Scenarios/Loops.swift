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

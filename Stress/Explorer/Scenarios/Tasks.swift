@testable import SwiftObserver

/// Scenarios in which tasks make, await or cancel promises or loops.
extension Scenario {

    static let tasks: [Scenario] = [
        Scenario("values", "a loop over the values of a variable skips old ones, and gets the last (16)") { setup in
            let variable = Box<Variable<Int>?>(Var(0)), heard = HeardMessages()
            let loop = ControlledTask("loop") { [values = variable.content?.values()] in
                guard let values else { return }
                for await value in values { heard.hear("loop", "\(value)") }
                heard.note("end")
            }
            setup.thread("A") {
                for value in 1...2 { variable.content?.value = value }
                variable.drop()
            }
            setup.finally {
                heard.expectOrder("loop", ["0", "1", "2"])
                expect(heard.by("loop").last == "2", "the last value is missing: \(heard.entries)")
                expect(heard.entries.last?.what == "end", "the loop should end: \(heard.entries)")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("messages-with-authors", "a loop reads authors while they die (12)") { setup in
            let messenger = Box<Messenger<Memo>?>(Messenger()), heard = HeardMessages(),
                author = Box<Author?>(Author("author"))
            let loop = ControlledTask("loop") { [letters = messenger.content?.messagesWithAuthors()] in
                guard let letters else { return }
                for await letter in letters {
                    let author = letter.author is Author ? "author" : letter.author is Messenger<Memo> ? "" : "nobody"
                    heard.hear("loop", "\(letter.message.number) \(author)")
                }
            }
            setup.thread("A") {
                let isSent = author.content.map { messenger.content?.send(Memo(1), from: $0) } != nil
                messenger.content?.send(Memo(isSent ? 2 : 1))
                heard.note("dying")
                messenger.drop()
            }
            setup.thread("B") { author.drop() }
            setup.finally {
                let numbers = heard.by("loop").map { String($0.prefix(1)) }
                expect([["1"], ["1", "2"]].contains(numbers), "heard \(heard.entries)")
                let before = heard.entries.prefix { $0.what != "dying" }
                expect(!before.contains { $0.what.hasSuffix("nobody") }, "a message has no author: \(heard.entries)")
                expect(Memo.count == 0 && Author.count == 0, "messages or authors are still alive")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("promise-of-closure", "an asynchronous closure fulfills a promise that others await (17)") { setup in
            let first = Promise<Int>(), heard = HeardMessages(mayOverlap: true), listener = Listener("listener")
            setup.thread("A") {
                let second = Promise<Memo> { Memo((try? await first.value) ?? 0) }
                listener.listen(to: second, heard)
            }
            setup.thread("B") { first.fulfill(1) }
            setup.finally {
                heard.expectExactly("listener", ["1"])
                expect(Captured.count == 0 && Memo.count == 0, "the handler or the value is still alive")
                withExtendedLifetime((first, listener)) {}
            }
        },
        Scenario("promise-of-throwing-closure", "a promise fails with the error that its closure throws (17)") {
            setup in
            let promise = Promise<Int>(), first = Box(Optional(promise)), awaited = Box(Optional(promise))
            let second = Promise<Result<Int, any Error>> { try await awaited.content.take()!.value },
                heard = HeardMessages()
            let loop = ControlledTask("task") {
                do { heard.note("got \(try await second.value)") } catch { heard.note("\(type(of: error))") }
            }
            setup.thread("A") { first.drop() }
            setup.finally {
                expect(heard.entries.map(\.what) == ["PromiseDied"], "heard \(heard.entries)")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("promise-dies-awaited", "a promise dies while a task awaits it that is cancelled (17)") { setup in
            let promise = Promise<Int>(), heard = HeardMessages(), first = Box(Optional(promise))
            let loop = ControlledTask("task") { [awaited = Box(Optional(promise))] in
                do { heard.note("got \(try await awaited.content.take()!.value)") } catch { heard.note("\(error)") }
            }
            setup.thread("A") { first.drop() }
            setup.thread("B") { loop.cancel() }
            setup.finally {
                let reasons = ["\(PromiseDied())", "\(CancellationError())"]
                expect(heard.entries.count == 1, "one reason expected: \(heard.entries)")
                expect(heard.entries.allSatisfy { reasons.contains($0.what) }, "not a reason: \(heard.entries)")
            }
        },
        Scenario("value-in-cancelled-task", "a cancelled task still gets the value that is there (17)") { setup in
            valueInCancelledTask(setup, Promise<Int>(), isObserved: true)
        },
        Scenario("value-on-queue-in-cancelled-task", "the same if the promise is on a queue (14, 17)") {
            valueInCancelledTask($0, Promise<Int>(on: DispatchQueue(label: "queue")), isObserved: false)
        },
    ]

    /// Lets a task await a promise while an observer handles its value and the task is cancelled.
    private static func valueInCancelledTask(_ setup: ScenarioSetup, _ promise: Promise<Int>, isObserved: Bool) {
        let heard = HeardMessages(mayOverlap: true), listener = Listener("listener")
        if isObserved { listener.listen(to: promise, heard, as: { "\($0)" }) }
        let loop = ControlledTask("task") {
            heard.note("awaits")
            do { heard.note("got \(try await promise.value)") } catch { heard.note("\(type(of: error))") }
        }
        setup.thread("A") {
            promise.fulfill(1)
            heard.note("fulfilled")
        }
        setup.thread("B") { loop.cancel() }
        setup.finally {
            heard.expectExactly("listener", isObserved ? ["1"] : [])
            let notes = heard.entries.filter(\.who.isEmpty).map(\.what)
            let isThere = heard.entries.prefix { $0.what != "awaits" }.contains {
                $0.who == "listener" || $0.what == "fulfilled"
            }
            expect(notes.contains("got 1") || !isThere, "the value was there: \(heard.entries)")
            let outcomes = notes.filter { $0 == "got 1" || $0 == "CancellationError" }
            expect(outcomes.count == 1, "one outcome expected: \(heard.entries)")
            withExtendedLifetime((promise, listener)) {}
        }
    }
}

@testable import SwiftObserver

/// Scenarios in which one call handles all waiting messages.
extension Scenario {

    static let batches: [Scenario] = policiesOfBatches.flatMap(ofBatchPolicy) + batchMixtures

    private static let policiesOfBatches: [(name: String, buffering: MessageBuffering, limit: Int)] = [
        ("", .unbounded, 9), ("-newest", .newest(2), 2), ("-oldest", .oldest(3), 3), ("-up-to", .upTo(2), 2),
    ]

    /// Scenarios for one policy about which messages are dropped.
    private static func ofBatchPolicy(_ name: String, _ buffering: MessageBuffering, _ limit: Int) -> [Scenario] {
        [
            Scenario("batches\(name)", "two senders and a queue, batches add up (2, 19, 22)") { setup in
                let messenger = Messenger<Memo>(), account = Account(limit: limit, batchLimit: 2),
                    listener = Listener("listener"), queue = DispatchQueue(label: "queue")
                listener.listen(toBatchesOf: messenger, account, on: queue, upTo: 2, buffering)
                setup.thread("A") { account.send(1...2, through: messenger) }
                setup.thread("B") { account.send(11...11, through: messenger) }
                setup.finally {
                    account.expectSum(buffering)
                    expect(Memo.count == 0, "messages are still alive")
                    withExtendedLifetime((messenger, listener)) {}
                }
            },
            Scenario("batches\(name)-farewell", "the last batch is handled though the messenger dies (12, 22)") {
                setup in
                let messenger = Box<Messenger<Memo>?>(Messenger()), account = Account(limit: limit, batchLimit: 2),
                    listener = Listener("listener"), queue = DispatchQueue(label: "queue")
                if let messenger = messenger.content {
                    listener.listen(toBatchesOf: messenger, account, on: queue, upTo: 2, buffering)
                }
                setup.thread("A") {
                    account.send(1...6, through: messenger.content)
                    messenger.drop()
                }
                setup.finally {
                    account.expectSum(buffering)
                    expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                    withExtendedLifetime(listener) {}
                }
            },
        ]
    }

    private static let batchMixtures: [Scenario] = [
        Scenario("batches-stop", "a thread stops an observation in batches while another sends (9, 11, 22)") { setup in
            let messenger = Messenger<Memo>(), account = Account(limit: 2, batchLimit: 2),
                listener = Listener("listener"), queue = DispatchQueue(label: "queue")
            listener.listen(toBatchesOf: messenger, account, on: queue, upTo: 2, .newest(2))
            setup.thread("A") { account.send(1...3, through: messenger) }
            setup.thread("B") {
                listener.stopObserving(messenger)
                account.heard.note("stopped")
            }
            setup.finally {
                account.heard.expectEnd(after: "stopped")
                account.expectSum(.newest(2), isEnded: true)
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("batches-observer-dies", "the observer of batches dies (9, 10, 11, 22)") { setup in
            let messenger = Messenger<Memo>(), account = Account(limit: 9, batchLimit: 2),
                listener = Box<Listener?>(Listener("listener")), queue = DispatchQueue(label: "queue")
            listener.content?.listen(toBatchesOf: messenger, account, on: queue, upTo: 2, .unbounded)
            setup.thread("A") { account.send(1...3, through: messenger) }
            setup.thread("B") { listener.drop() }
            setup.finally {
                account.expectSum(.unbounded, isEnded: true)
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime(messenger) {}
            }
        },
        Scenario("batches-on-lane", "no message on a lane is lost or overtaken because of a batch (13, 22)") { setup in
            let messenger = Messenger<Memo>(), other = Messenger<Memo>(), account = Account(limit: 9, batchLimit: 9)
            let queue = DispatchQueue(label: "queue"), listener = Listener("listener"), plain = Listener("plain")
            listener.listen(toBatchesOf: messenger, account, on: queue, upTo: 9, .unbounded)
            plain.listen(to: other, account.heard, on: queue)
            setup.thread("A") {
                for number in [1, 3, 5] {
                    account.send(number...number, through: messenger)
                    other.send(Memo(number + 1))
                }
            }
            setup.finally {
                account.expectSum(.unbounded)
                account.heard.expectExactly("plain", ["2", "4", "6"])
                let whos = account.heard.entries.map(\.what)
                for (first, second) in [("1", "2"), ("3", "4"), ("5", "6")] {
                    let batch = whos.firstIndex { $0.split(separator: " ").contains { $0 == first } }
                    let isFirst = batch ?? .max < whos.firstIndex(of: second) ?? 0
                    expect(isFirst, "\(second) overtakes \(first): \(account.heard.entries)")
                }
                withExtendedLifetime((messenger, other, listener, plain)) {}
            }
        },
        Scenario("batches-on-actor", "batches are handled on an actor (13, 22)") { setup in
            let messenger = Messenger<Memo>(), account = Account(limit: 9, batchLimit: 2),
                listener = Listener("listener"),
                home = ControlledActor()
            listener.observe(messenger).on(home).batches(upTo: 2).receive { _, batch in account.handle(batch) }
            setup.thread("A") { account.send(1...3, through: messenger) }
            setup.finally {
                account.expectSum(.unbounded)
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((messenger, listener, home)) {}
            }
        },
        Scenario("batches-authors", "a batch comes with the author of its last message (19, 22)") { setup in
            let messenger = Messenger<Memo>(), authors = [Captured("author 1"), Captured("author 2")]
            let listener = Listener("listener"), queue = DispatchQueue(label: "queue")
            listener.observe(messenger).on(queue).buffering(.newest(2)).batches(upTo: 2).withAuthor().receive {
                let expected = authors[($0.last?.number ?? 0) / 10]
                expect($1 === expected, "\($0.map(\.number)) came with another author")
            }
            for (index, author) in authors.enumerated() {
                setup.thread(index == 0 ? "A" : "B") {
                    for number in 1...2 { messenger.send(Memo(10 * index + number), from: author) }
                }
            }
            setup.finally {
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((messenger, listener, authors)) {}
            }
        },
        Scenario("batches-combined", "each message causes one tuple of a batch, and no side goes back (16, 22)") {
            setup in
            let a = Var(0), b = Var(0), listener = Listener("listener"), queue = DispatchQueue(label: "queue")
            let heard = Box<[[Int]]>([])
            listener.observe(a, b).on(queue).batches(upTo: 2).receive { batch in
                expect(1...2 ~= batch.count, "a batch has \(batch.count) messages")
                for (a, b) in batch { heard.content.append([a.new, b.new]) }
            }
            setup.thread("A") { for number in 1...2 { a.value = number } }
            setup.thread("B") { b.value = 1 }
            setup.finally {
                let heard = heard.content
                expect(heard.count == 3 && heard.last == [2, 1], "heard \(heard)")
                for side in 0...1 {
                    expect(
                        zip(heard, heard.dropFirst()).allSatisfy { $0[side] <= $1[side] }, "a side went back: \(heard)")
                }
                withExtendedLifetime((a, b, listener)) {}
            }
        },
    ]
}

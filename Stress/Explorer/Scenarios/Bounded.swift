@testable import SwiftObserver

/// Scenarios with a limit for the messages that wait on a queue, an actor or another place.
extension Scenario {

    static let bounded: [Scenario] = policies.flatMap(ofPolicy) + boundedMixtures

    private static let policies: [(name: String, buffering: MessageBuffering)] = [
        ("newest", .newest(1)), ("oldest", .oldest(1)), ("up-to", .upTo(1)),
    ]

    /// Scenarios for one policy about which messages are dropped.
    private static func ofPolicy(_ name: String, _ buffering: MessageBuffering) -> [Scenario] {
        [
            Scenario("bounded-\(name)", "two senders and a queue: all messages are accounted for (2, 19)") { setup in
                let messenger = Messenger<Memo>(), account = Account(limit: 1), listener = Listener("listener")
                listener.listen(to: messenger, account, on: DispatchQueue(label: "queue"), buffering)
                setup.thread("A") { account.send(1...3, through: messenger) }
                setup.thread("B") { account.send(11...11, through: messenger) }
                setup.finally {
                    account.expectSum(buffering)
                    expectCutOff(buffering, account, messenger)
                    expect(Memo.count == 0, "messages are still alive")
                    withExtendedLifetime((messenger, listener)) {}
                }
            },
            Scenario("bounded-\(name)-stop", "a thread stops the observation while another sends (9, 11, 19)") {
                setup in
                let messenger = Messenger<Memo>(), account = Account(limit: 1), listener = Listener("listener")
                listener.listen(to: messenger, account, on: DispatchQueue(label: "queue"), buffering)
                setup.thread("A") { account.send(1...3, through: messenger) }
                setup.thread("B") {
                    listener.stopObserving(messenger)
                    account.heard.note("stopped")
                }
                setup.finally {
                    account.heard.expectEnd(after: "stopped")
                    account.expectSum(buffering, isEnded: true)
                    expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                    withExtendedLifetime((messenger, listener)) {}
                }
            },
            Scenario("bounded-\(name)-observer-dies", "the observer dies (9, 10, 11, 19)") { setup in
                let messenger = Messenger<Memo>(), account = Account(limit: 1),
                    listener = Box<Listener?>(Listener("listener"))
                listener.content?.listen(to: messenger, account, on: DispatchQueue(label: "queue"), buffering)
                setup.thread("A") { account.send(1...2, through: messenger) }
                setup.thread("B") { listener.drop() }
                setup.finally {
                    account.expectSum(buffering, isEnded: true)
                    expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                    withExtendedLifetime(messenger) {}
                }
            },
            Scenario("bounded-\(name)-farewell", "losses before the last words are reported before the end (12, 19)") {
                setup in
                let messenger = Box<Messenger<Memo>?>(Messenger()), account = Account(limit: 1),
                    listener = Listener("listener")
                if let messenger = messenger.content {
                    listener.listen(to: messenger, account, on: DispatchQueue(label: "queue"), buffering)
                }
                setup.thread("A") {
                    account.send(1...3, through: messenger.content)
                    messenger.drop()
                }
                setup.finally {
                    account.expectSum(buffering)
                    expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                    withExtendedLifetime(listener) {}
                }
            },
            Scenario("bounded-\(name)-actor", "messages wait for an actor: all are accounted for (2, 13, 19)") {
                setup in
                let messenger = Messenger<Memo>(), account = Account(limit: 1), listener = Listener("listener"),
                    home = ControlledActor()
                listener.listen(to: messenger, account, on: home, buffering)
                setup.thread("A") { account.send(1...3, through: messenger) }
                setup.finally {
                    account.expectSum(buffering)
                    expect(Memo.count == 0, "messages are still alive")
                    withExtendedLifetime((messenger, listener, home)) {}
                }
            },
            Scenario(
                "bounded-\(name)-handed-over", "handlers of handed-over messages send to a bounded observation (8, 19)",
                bound: 1
            ) { setup in
                let origin = Messenger<Memo>(), messenger = Messenger<Memo>(),
                    account = Account(limit: 1, mayOverlap: true)
                let listener = Listener("listener"), passer = Listener("passer")
                listener.listen(to: messenger, account, on: DispatchQueue(label: "queue"), buffering)
                passer.observe(origin) { messenger.send($0) }
                setup.thread("A") { origin.send(Memo(1)) }
                setup.thread("B") { for number in 2...4 { origin.send(Memo(number)) } }
                setup.finally {
                    account.expectCount(4, buffering)
                    account.heard.expectOrder("listener", ["2", "3", "4"])
                    expect(Memo.count == 0, "messages are still alive")
                    withExtendedLifetime((origin, messenger, listener, passer)) {}
                }
            },
            Scenario("gaps-in-loop-\(name)", "a loop gets messages and gaps: all are accounted for (12, 19)") { setup in
                let messenger = Box<Messenger<Memo>?>(Messenger()), account = Account(limit: 1)
                let loop = ControlledTask("loop") {
                    [messages = messenger.content?.messagesAndGaps(buffering: buffering)] in
                    guard let messages else { return }
                    for await next in messages {
                        switch next {
                        case .message(let memo): account.handle(memo, by: "loop")
                        case .gap(let missed): account.miss(missed, by: "loop")
                        }
                    }
                    account.heard.note("end")
                }
                setup.thread("A") {
                    account.send(1...3, through: messenger.content)
                    messenger.drop()
                }
                setup.finally {
                    account.expectSum(buffering, by: "loop")
                    expect(account.heard.entries.last?.what == "end", "it should end: \(account.heard.entries)")
                    expect(Memo.count == 0, "messages are still alive")
                    withExtendedLifetime(loop) {}
                }
            },
            Scenario("bounded-\(name)-combined", "a combined observation with one limit for all its parts (3, 19)") {
                setup in
                let left = Var(0), right = Var(0), account = Account(limit: 1), listener = Listener("listener")
                listener.observe(left, right).on(DispatchQueue(label: "queue")).buffering(buffering).missed {
                    account.miss($0)
                }.receive({ account.heard.hear("listener", "\($0.new * 10 + $1.new)") })
                setup.thread("A") { left.value = 1 }
                setup.thread("B") { right.value = 1 }
                setup.finally {
                    account.expectCount(2, buffering)
                    expectCutOff(buffering, account, left)
                    withExtendedLifetime((left, right, listener)) {}
                }
            },
        ]
    }

    private static let boundedMixtures: [Scenario] = [
        Scenario("bounded-lane", "the lane of two observers drops void runs (13, 19)") { setup in
            let messenger = Messenger<Memo>(), account = Account(limit: 2, batchLimit: 2)
            let queue = DispatchQueue(label: "queue"), lane = Lane(of: queue), one = Listener("one"),
                two = Listener("two")
            one.listen(to: messenger, account, on: queue, .newest(1))
            two.listen(to: messenger, account, on: queue, .newest(1))
            setup.thread("A") {
                for number in 1...4 {
                    account.send(number...number, through: messenger)
                    expect(lane.waitingRuns <= 5, "\(lane.waitingRuns) runs wait on the lane")
                }
            }
            setup.finally {
                account.expectSum(.newest(1), by: "one")
                account.expectSum(.newest(1), by: "two")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((messenger, one, two)) {}
            }
        },
        Scenario("bounded-lane-order", "messages keep their order on a lane that drops void runs (13, 19)") {
            setup in
            let messenger = Messenger<Memo>(), other = Messenger<Memo>(), account = Account(limit: 4)
            let queue = DispatchQueue(label: "queue"), listener = Listener("listener"), plain = Listener("plain")
            listener.listen(to: messenger, account, on: queue, .newest(1))
            plain.listen(to: other, account.heard, on: queue)
            setup.thread("A") {
                for number in [1, 3, 5] {
                    account.send(number...number, through: messenger)
                    other.send(Memo(number + 1))
                }
            }
            setup.finally {
                let numbers = account.heard.entries.compactMap { Int($0.what) }.filter { $0 > 0 }
                expect(numbers == numbers.sorted(), "the wrong order: \(account.heard.entries)")
                account.expectSum(.newest(1))
                account.heard.expectExactly("plain", ["2", "4", "6"])
                withExtendedLifetime((messenger, other, listener, plain)) {}
            }
        },
        Scenario("bounded-lane-stop", "an observation ends while the lane has void runs of it (9, 11, 13, 19)") {
            setup in
            let messenger = Messenger<Memo>(), account = Account(limit: 2, batchLimit: 2)
            let queue = DispatchQueue(label: "queue"), one = Listener("one"), two = Listener("two")
            one.listen(to: messenger, account, on: queue, .newest(1))
            two.listen(to: messenger, account, on: queue, .newest(1))
            setup.thread("A") { account.send(1...2, through: messenger) }
            setup.thread("B") {
                one.stopObserving(messenger)
                account.heard.note("stopped")
            }
            setup.finally {
                let late = account.heard.after("stopped").filter { $0.who == "one" }
                expect(late.count < 2, "heard too much: \(account.heard.entries)")
                account.expectSum(.newest(1), by: "one", isEnded: true)
                account.expectSum(.newest(1), by: "two")
                expect(Captured.count == 1 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((messenger, one, two)) {}
            }
        },
        Scenario("bounded-silently", "losses without a `missed` closure (11, 19)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                other = Listener("other"), queue = DispatchQueue(label: "queue")
            listener.observe(messenger).on(queue).buffering(.oldest(1)).receive {
                heard.hear("listener", "\($0.number)")
            }
            other.observe(messenger).on(queue).buffering(.upTo(1)).receive { heard.hear("other", "\($0.number)") }
            setup.thread("A") { for number in 1...3 { messenger.send(Memo(number)) } }
            setup.finally {
                heard.expectOrder("listener", ["1", "2", "3"])
                expect(heard.by("listener").first == "1", "the oldest is missing: \(heard.entries)")
                expect(["1", "2", "3"].starts(with: heard.by("other")), "there's a gap: \(heard.entries)")
                let isCutOff = heard.by("other").count < 3
                expect(other.isObserving(messenger) != isCutOff, "should be cut off if something is missing")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((messenger, listener, other)) {}
            }
        },
        Scenario("bounded-authors", "the message that is left comes with its own author (12, 19)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            let author = Box<Author?>(Author("author")), queue = DispatchQueue(label: "queue")
            listener.observe(messenger).on(queue).buffering(.newest(1)).withAuthor().receive {
                [unowned messenger] memo, author in
                let isRight = memo.number == 2 && author is Author || author === messenger
                expect(isRight, "the author of \(memo.number) is \(author)")
                heard.hear("listener", "\(memo.number)")
            }
            setup.thread("A") {
                messenger.send(Memo(1))
                if let author = author.content { messenger.send(Memo(2), from: author) }
                messenger.send(Memo(3))
            }
            setup.thread("B") { author.drop() }
            setup.finally {
                heard.expectOrder("listener", ["1", "2", "3"])
                expect(heard.by("listener").last == "3", "the newest is missing: \(heard.entries)")
                expect(Author.count == 0 && Memo.count == 0, "the author or messages are still alive")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("bounded-many-lanes", "messages make room for others on many lanes (11, 13, 19)", bound: 1) { setup in
            let messenger = Messenger<Memo>(), account = Account(limit: 3, batchLimit: 3, mayOverlap: true)
            let listeners = listeners("one", "two", "three")
            let queue = DispatchQueue(label: "queue")
            for listener in listeners { listener.listen(to: messenger, account, on: queue, .newest(1)) }
            setup.thread("A") { account.send(1...2, through: messenger) }
            setup.finally {
                for listener in listeners { account.expectSum(.newest(1), by: listener.name) }
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((messenger, listeners)) {}
            }
        },
    ]

    /// Expects that the observation has ended if it was cut off, and only then.
    private static func expectCutOff(
        _ buffering: MessageBuffering, _ account: Account, _ observable: some Observable
    ) {
        var isCutOff = account.heard.by("listener").last?.hasPrefix("-") == true
        if case .upTo = buffering {} else { isCutOff = false }
        expect(observable.messenger.office.isObserved != isCutOff, "ended or not: \(account.heard.entries)")
    }
}

extension Account {

    /// Expects this number of sent messages, where sending doesn't note them.
    func expectCount(_ count: Int, _ buffering: MessageBuffering) {
        let numbers = heard.by("listener").compactMap { Int($0) }
        let sum = numbers.reduce(0) { $0 + ($1 < 0 ? -$1 : 1) }
        var mayBeFewer = false
        if case .upTo = buffering { mayBeFewer = numbers.last ?? 0 < 0 }
        expect(sum == count || mayBeFewer && sum < count, "\(sum) of \(count) are accounted for: \(heard.entries)")
    }
}

@testable import SwiftObserver

extension Scenario {

    static let combined: [Scenario] = [
        Scenario("combined-observation", "two variables are observed as one (3, 5)") { setup in
            let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: left, right, heard)
            setup.thread("A") { left.value = 1 }
            setup.thread("B") { right.value = 1 }
            setup.finally {
                expect(heard.by("listener").count == 2, "should hear two: \(heard.entries)")
                expect(heard.by("listener").last == "1+1", "should end with both: \(heard.entries)")
                withExtendedLifetime((listener, left, right)) {}
            }
        },
        Scenario("combined-stop", "a combined observation stops while its parts send (3, 9, 11)") { setup in
            let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: left, right, heard)
            setup.thread("A") { left.value = 1 }
            setup.thread("B") { right.value = 1 }
            setup.thread("C") {
                listener.stopObserving(left)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectEnd(after: "stopped")
                expect(!listener.isObserving(right), "it's still observing one part")
                expect(Captured.count == 0, "the handler is still alive")
            }
        },
        Scenario("combined-stop-twice", "two threads stop a combined observation while a part sends (9, 11)") { setup in
            let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: left, right, heard)
            setup.thread("A") {
                right.value = 1
                right.value = 2
            }
            setup.thread("B") { listener.stopObserving(left) }
            setup.thread("C") {
                listener.stopObserving(left)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((listener, left, right)) {}
            }
        },
        Scenario("combined-part-dies", "a part of a combined observation dies (9, 11, 12)") { setup in
            let left = Var(0), right = Box<Var<Int>?>(Var(0)), heard = HeardMessages(), listener = Listener("listener")
            if let right = right.content { listener.listen(to: left, right, heard) }
            setup.thread("A") { left.value = 1 }
            setup.thread("B") {
                right.content?.value = 1
                right.drop()
            }
            setup.finally {
                expect(heard.by("listener").count < 3, "heard too much: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((listener, left)) {}
            }
        },
        Scenario("combined-latest", "a combined observation starts with the values (3, 16)") { setup in
            let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { left.value = 1 }
            setup.thread("B") { right.value = 1 }
            setup.thread("C") { listener.listen(to: left.startingWithLatest(), right, heard) }
            setup.finally {
                expect(heard.by("listener").last == "1+1", "should end with both: \(heard.entries)")
                withExtendedLifetime((listener, left, right)) {}
            }
        },
        Scenario("combined-sides-in-place", "no side of a combined observation in place goes back (3, 16)") { setup in
            sides(setup) { listener, left, right, heard in listener.listen(to: left, right, heard) }
        },
        Scenario("combined-sides-on-queue", "no side of a combined observation on a queue goes back (13, 16)") {
            setup in
            sides(setup) { listener, left, right, heard in
                listener.observe(left, right, on: DispatchQueue(label: "queue")) { hear($0, $1, heard) }
            }
        },
        Scenario("combined-sides-limited", "the same if messages can be dropped (16, 19)") { setup in
            sides(setup) { listener, left, right, heard in
                listener.observe(left, right).on(DispatchQueue(label: "queue")).buffering(.newest(2)).receive {
                    hear($0, $1, heard)
                }
            }
        },
        Scenario("combined-sides-start", "no side goes back while a combined observation starts (16)") { setup in
            let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { left.value = 1 }
            setup.thread("B") { right.value = 1 }
            setup.thread("C") { listener.listen(to: left, right, heard) }
            setup.finally {
                expectNoSideBack(heard)
                let last = heard.by("listener").last ?? "1+1"
                expect(last == "1+1", "the last call should be with both: \(heard.entries)")
                withExtendedLifetime((listener, left, right)) {}
            }
        },
        Scenario("combined-level", "a combined observation of a client's level starts while that rises (3, 16)") {
            setup in
            let level = Level(), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { level.rise() }
            setup.thread("C") {
                listener.observe(level, right) { heard.hear("listener", "\($0)+\($1.new)") }
                right.value = 1
            }
            setup.finally {
                expectNoSideBack(heard)
                expect(heard.by("listener").last == "1+1", "should end with both: \(heard.entries)")
                withExtendedLifetime((listener, level, right)) {}
            }
        },
        Scenario("combined-level-on-queue", "no side goes back if the level rises during the start (13, 16)") { setup in
            let right = Var(0), level = Level(), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { for _ in 1...2 { level.rise() } }
            setup.thread("B") { right.value = 1 }
            setup.thread("C") {
                listener.observe(right, level, on: DispatchQueue(label: "queue")) {
                    heard.hear("listener", "\($0.new)+\($1)")
                }
            }
            setup.finally {
                expectNoSideBack(heard)
                withExtendedLifetime((listener, level, right)) {}
            }
        },
        Scenario("combined-variable", "a combined variable is always what its parts are (15)") { setup in
            let (left, right) = ordered(Var(0), Var(0)), both = left +++ right, heard = HeardMessages(),
                listener = Listener("listener")
            listener.listen(to: both, heard, as: text)
            setup.thread("A") { left.value = 1 }
            setup.thread("B") { right.value = 1 }
            setup.finally {
                expect(heard.by("listener").count == 2, "should hear two: \(heard.entries)")
                expect(
                    heard.isPairChain("listener", to: both.value), "the updates don't form a chain: \(heard.entries)")
                expect(both.value == Pair(left.value, right.value), "the values differ")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("combined-variable-set", "a combined variable is set while its parts are (15)") { setup in
            let (left, right) = ordered(Var(0), Var(0)), both = left +++ right, heard = HeardMessages(mayOverlap: true)
            let listeners = [Listener("both"), Listener("left")]
            listeners[0].listen(to: both, heard, as: text)
            listeners[1].listen(to: left, heard, as: text)
            setup.thread("A") { both.value = Pair(2, 2) }
            setup.thread("B") { left.value += 1 }
            setup.finally {
                expect(heard.isPairChain("both", to: both.value), "the updates don't form a chain: \(heard.entries)")
                heard.expectChain("left", from: 0, to: left.value)
                expect(both.value == Pair(left.value, right.value), "the values differ")
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("combined-variable-on-queue", "a queue gets variables and what they're combined to (13, 15)", bound: 1)
        {
            setup in
            let (left, right) = ordered(Var(0), Var(0)), both = left +++ right, queue = DispatchQueue(label: "queue")
            let heard = HeardMessages(), listener = Listener("listener"), latest = Box(Pair(0, 0))
            listener.observe(left, on: queue) { latest.content.left = $0.new }
            listener.observe(right, on: queue) { latest.content.right = $0.new }
            listener.observe(both, on: queue) { update in
                let new = update.new, isOld = new.left < latest.content.left || new.right < latest.content.right
                heard.note("\(new.left),\(new.right)")
                expect(!isOld, "\(new) comes after \(latest.content)")
            }
            setup.thread("A") { left.value = 1 }
            setup.thread("B") { right.value = 1 }
            setup.finally {
                expect(heard.entries.last?.what == "1,1", "should end with both: \(heard.entries)")
                withExtendedLifetime((listener, left, right, both)) {}
            }
        },
        Scenario("combined-variables-crossed", "two combinations of the same parts are set at once (6, 15)") { setup in
            let (left, right) = ordered(Var(0), Var(0)), (one, other) = ordered(left +++ right, right +++ left)
            setup.thread("A") { one.value = Pair(1, 2) }
            setup.thread("B") { other.value.left += 5 }
            setup.finally {
                let pairs = [one.value, Pair(other.value.right, other.value.left)]
                for pair in pairs where one.published.identity != other.published.identity {
                    let isRight = pair == Pair(left.value, right.value) || pair == Pair(right.value, left.value)
                    expect(isRight, "the values differ")
                }
            }
        },
        Scenario("combined-variable-dies", "a combined variable dies while a part is set (11, 12, 15)") { setup in
            let (left, right) = ordered(Var(0), Var(0)), both = Box<Var<Pair<Int, Int>>?>(left +++ right)
            let heard = HeardMessages(), listener = Listener("listener")
            if let both = both.content { listener.listen(to: both, heard, as: text) }
            setup.thread("A") {
                left.value = 1
                left.value = 2
            }
            setup.thread("B") { both.drop() }
            setup.finally {
                expect(heard.isPairChain("listener", to: nil), "the updates don't form a chain: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((listener, right)) {}
            }
        },
    ]

    /// Lets two threads set two variables that are observed together.
    private static func sides(
        _ setup: ScenarioSetup, _ start: (Listener, Var<Int>, Var<Int>, HeardMessages) -> Void
    ) {
        let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
        start(listener, left, right, heard)
        setup.thread("A") { for number in 1...2 { left.value = number } }
        setup.thread("B") { for number in 1...2 { right.value = number } }
        setup.finally {
            expectNoSideBack(heard)
            expect(heard.by("listener").last == "2+2", "should end with both: \(heard.entries)")
            withExtendedLifetime((listener, left, right)) {}
        }
    }

    @Sendable private static func hear(_ left: Update<Int>, _ right: Update<Int>, _ heard: HeardMessages) {
        heard.hear("listener", "\(left.new)+\(right.new)")
    }

    /// Expects that no side is older than in an earlier call.
    private static func expectNoSideBack(_ heard: HeardMessages) {
        let calls = heard.by("listener").map { $0.split(separator: "+").compactMap { Int($0) } }
        for (one, next) in zip(calls, calls.dropFirst()) {
            expect(one[0] <= next[0] && one[1] <= next[1], "a side goes back: \(heard.entries)")
        }
    }

    @Sendable private static func text(_ update: Update<Pair<Int, Int>>) -> String {
        "\(update.old.left),\(update.old.right)>\(update.new.left),\(update.new.right)"
    }

    /// Both variables, in the order of their locks, so that schedules are repeatable.
    static func ordered<Value>(_ one: Var<Value>, _ other: Var<Value>) -> (Var<Value>, Var<Value>) {
        one.published.identity < other.published.identity ? (one, other) : (other, one)
    }
}

extension Listener {

    /// Observes both together.
    fileprivate func listen<Left: BufferedObservable & Sendable>(
        to left: Left, _ right: Var<Int>, _ heard: HeardMessages
    )
    where Left.Message == Update<Int> {
        let captured = Captured("handler")
        let handle: @Sendable (Update<Int>, Update<Int>) -> Void = { left, right in
            withExtendedLifetime(captured) { heard.hear("listener", "\(left.new)+\(right.new)") }
        }
        observe(left, right, receive: handle)
    }
}

extension HeardMessages {

    fileprivate func isPairChain(_ who: String, to last: Pair<Int, Int>?) -> Bool {
        let updates = by(who).map { $0.split(separator: ">") }
        if let last, let heard = updates.last, heard[1] != "\(last.left),\(last.right)" { return false }
        return zip(updates, updates.dropFirst()).allSatisfy { $0[1] == $1[0] } && (updates.first?[0] ?? "0,0") == "0,0"
    }
}

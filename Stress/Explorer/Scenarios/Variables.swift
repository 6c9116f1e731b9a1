@testable import SwiftObserver

extension Scenario {

    static let variables: [Scenario] = [
        setAndChange("set-and-change", Int.self),
        setAndChange("set-and-change-small", Int32.self),  // compared without the lock
        setEqual("set-equal", Int.self), setEqual("set-equal-small", Int32.self),
        Scenario("change-twice", "two threads change in place, none is lost (15)") { setup in
            let variable = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: variable, heard, as: text)
            setup.thread("A") {
                variable.value += 1
                variable.value += 2
            }
            setup.thread("B") { variable.value += 10 }
            setup.finally {
                heard.expectChain("listener", from: 0, to: 13)
                expect(variable.value == 13 && heard.by("listener").count == 3, "heard \(heard.entries)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("set-in-handler", "a handler sets the variable while another thread does (5, 6, 15)") { setup in
            let variable = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: variable, heard, as: text) { [weak variable] update in
                if update.new == 1 { variable?.value = 2 }
            }
            setup.thread("A") { variable.value = 1 }
            setup.thread("B") { variable.value = 5 }
            setup.finally {
                heard.expectChain("listener", from: 0, to: variable.value)
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("same-value", "threads set the same and other values, only changes are sent (15)") { setup in
            let variable = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: variable, heard, as: text)
            setup.thread("A") { variable.value = 1 }
            setup.thread("B") { variable.value = 1 }
            setup.thread("C") { variable.value = 0 }
            setup.finally {
                heard.expectChain("listener", from: 0, to: variable.value)
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("foreign-values", "values that are objects are compared and die without a lock (7, 15)") { setup in
            let variable = Var(Memo(0)), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: variable, heard, as: { "\($0.old.number)>\($0.new.number)" })
            setup.thread("A") { variable.value = Memo(1) }
            setup.thread("B") { variable.value = Memo(2) }
            setup.finally {
                heard.expectChain("listener", from: 0, to: variable.value.number)
                expect(Memo.count == 1, "old values are still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("latest-while-set", "an observation starts with the value while it's being set (16)") { setup in
            let variable = Var(0), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") {
                variable.value = 1
                variable.value = 2
            }
            setup.thread("B") { listener.listen(to: variable.startingWithLatest(), heard, as: text) }
            setup.finally { heard.expectStart("listener", to: 2, listener) }
        },
        Scenario("latest-and-stop", "an observation starts with the value and stops, others change it (9, 16)") {
            setup in
            let variable = Var(0), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { variable.value += 1 }
            setup.thread("B") {
                listener.listen(to: variable.startingWithLatest(), heard, as: text)
                listener.stopObserving(variable)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectChain("listener", from: nil, to: nil)
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((listener, variable)) {}
            }
        },
        Scenario("latest-hopped", "the same on a queue (13, 16)") { setup in
            let variable = Var(0), heard = HeardMessages(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            setup.thread("A") {
                variable.value = 1
                variable.value = 2
            }
            setup.thread("B") { listener.listen(to: variable.startingWithLatest(), heard, on: queue, as: text) }
            setup.finally { heard.expectStart("listener", to: 2, listener) }
        },
        Scenario("latest-of-buffer", "the same with a buffer (16)") { setup in
            let messenger = Messenger<Int>(), buffer = messenger.buffer(), heard = HeardMessages(),
                listener = Listener("listener")
            setup.thread("A") {
                messenger.send(1)
                messenger.send(2)
            }
            setup.thread("B") {
                listener.listen(to: buffer.startingWithLatest(), heard, as: { $0.map { "\($0)" } ?? "nothing" })
            }
            setup.finally {
                let all = ["nothing", "1", "2"]
                expect(
                    all.suffix(heard.by("listener").count) == heard.by("listener")[...],
                    "there's a gap: \(heard.entries)")
                expect(heard.by("listener").last == "2", "the latest is missing: \(heard.entries)")
                withExtendedLifetime((listener, buffer)) {}
            }
        },
        Scenario("latest-of-map", "the same with a mapped variable (16)") { setup in
            let variable = Var(0), map = variable.map { "\($0.old)>\($0.new)" }, heard = HeardMessages(),
                listener = Listener("listener")
            setup.thread("A") { variable.value = 1 }
            setup.thread("B") { listener.listen(to: map.startingWithLatest(), heard, as: { $0 }) }
            setup.finally {
                heard.expectStart("listener", to: 1, listener)
                withExtendedLifetime(map) {}
            }
        },
    ]

    private static func setEqual<Number: PlainNumber & FixedWidthInteger & Sendable>(
        _ name: String, _: Number.Type
    ) -> Scenario {
        Scenario(name, "two threads set the same value, which is one change (15)") { setup in
            let variable = Var<Number>(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: variable, heard, as: { "\($0.old)>\($0.new)" })
            setup.thread("A") { variable.value = 1 }
            setup.thread("B") { variable.value = 1 }
            setup.finally {
                heard.expectExactly("listener", ["0>1"])
                withExtendedLifetime(listener) {}
            }
        }
    }

    private static func setAndChange<Number: PlainNumber & FixedWidthInteger & Sendable>(
        _ name: String, _: Number.Type
    ) -> Scenario {
        Scenario(name, "a variable is set and changed in place at once (15)") { setup in
            let variable = Var<Number>(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: variable, heard, as: { "\($0.old)>\($0.new)" })
            setup.thread("A") { variable.value = 10 }
            setup.thread("B") { variable.value += 1 }
            setup.finally {
                heard.expectChain("listener", from: 0, to: Int(variable.value))
                expect([10, 11].contains(variable.value), "the value is \(variable.value)")
                withExtendedLifetime(listener) {}
            }
        }
    }

    @Sendable static func text(_ update: Update<Int>) -> String { "\(update.old)>\(update.new)" }
}

extension HeardMessages {

    /// Expects that each update begins with the value with which the previous one ended.
    func expectChain(_ who: String, from first: Int?, to last: Int?) {
        let updates = by(who).map { $0.split(separator: ">").compactMap { Int($0) } }
        for (one, next) in zip(updates, updates.dropFirst()) where one[1] != next[0] {
            expect(false, "the updates don't form a chain: \(entries)")
        }
        if let first, let heard = updates.first { expect(heard[0] == first, "should begin with \(first): \(entries)") }
        if let last, let heard = updates.last { expect(heard[1] == last, "should end with \(last): \(entries)") }
    }

    /// Expects that an observation that started with the value got it and all later updates.
    func expectStart(_ who: String, to last: Int, _ listener: Listener) {
        expectChain(who, from: nil, to: last)
        guard let first = by(who).first else { return expect(false, "\(who) heard nothing") }
        let pieces = first.split(separator: ">")
        expect(pieces[0] == pieces[1], "should begin with the value: \(entries)")
        expect(
            by(who).dropFirst().allSatisfy { $0.split(separator: ">").first != $0.split(separator: ">").last },
            "got the value twice: \(entries)")
        withExtendedLifetime(listener) {}
    }
}

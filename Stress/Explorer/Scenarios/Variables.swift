@testable import SwiftObserver

extension Scenario {

    static let variables: [Scenario] = [
        setAndChange("set-and-change", Int.self),
        setAndChange("set-and-change-small", Int32.self),  // compared without the lock
        setEqual("set-equal", Int.self), setEqual("set-equal-small", Int32.self),
        Scenario("change-twice", "two threads change in place, none is lost (15)") { world in
            let variable = Var(0), heard = Heard(), ear = Ear("ear")
            ear.listen(to: variable, heard, as: text)
            world.thread("A") {
                variable.value += 1
                variable.value += 2
            }
            world.thread("B") { variable.value += 10 }
            world.finally {
                heard.expectChain("ear", from: 0, to: 13)
                expect(variable.value == 13 && heard.by("ear").count == 3, "heard \(heard.entries)")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("set-in-handler", "a handler sets the variable while another thread does (5, 6, 15)") { world in
            let variable = Var(0), heard = Heard(), ear = Ear("ear")
            ear.listen(to: variable, heard, as: text) { [weak variable] update in
                if update.new == 1 { variable?.value = 2 }
            }
            world.thread("A") { variable.value = 1 }
            world.thread("B") { variable.value = 5 }
            world.finally {
                heard.expectChain("ear", from: 0, to: variable.value)
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("same-value", "threads set the same and other values, only changes are sent (15)") { world in
            let variable = Var(0), heard = Heard(), ear = Ear("ear")
            ear.listen(to: variable, heard, as: text)
            world.thread("A") { variable.value = 1 }
            world.thread("B") { variable.value = 1 }
            world.thread("C") { variable.value = 0 }
            world.finally {
                heard.expectChain("ear", from: 0, to: variable.value)
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("foreign-values", "values that are objects are compared and die without a lock (7, 15)") { world in
            let variable = Var(Memo(0)), heard = Heard(), ear = Ear("ear")
            ear.listen(to: variable, heard, as: { "\($0.old.number)>\($0.new.number)" })
            world.thread("A") { variable.value = Memo(1) }
            world.thread("B") { variable.value = Memo(2) }
            world.finally {
                heard.expectChain("ear", from: 0, to: variable.value.number)
                expect(Memo.count == 1, "old values are still alive")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("latest-while-set", "an observation starts with the value while it's being set (16)") { world in
            let variable = Var(0), heard = Heard(), ear = Ear("ear")
            world.thread("A") {
                variable.value = 1
                variable.value = 2
            }
            world.thread("B") { ear.listen(to: variable.startingWithLatest(), heard, as: text) }
            world.finally { heard.expectStart("ear", to: 2, ear) }
        },
        Scenario("latest-and-stop", "an observation starts with the value and stops, others change it (9, 16)") {
            world in
            let variable = Var(0), heard = Heard(), ear = Ear("ear")
            world.thread("A") { variable.value += 1 }
            world.thread("B") {
                ear.listen(to: variable.startingWithLatest(), heard, as: text)
                ear.stopObserving(variable)
                heard.note("stopped")
            }
            world.finally {
                heard.expectChain("ear", from: nil, to: nil)
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((ear, variable)) {}
            }
        },
        Scenario("latest-hopped", "the same on a queue (13, 16)") { world in
            let variable = Var(0), heard = Heard(), ear = Ear("ear"), queue = DispatchQueue(label: "queue")
            world.thread("A") {
                variable.value = 1
                variable.value = 2
            }
            world.thread("B") { ear.listen(to: variable.startingWithLatest(), heard, on: queue, as: text) }
            world.finally { heard.expectStart("ear", to: 2, ear) }
        },
        Scenario("latest-of-buffer", "the same with a buffer (16)") { world in
            let messenger = Messenger<Int>(), buffer = messenger.buffer(), heard = Heard(), ear = Ear("ear")
            world.thread("A") {
                messenger.send(1)
                messenger.send(2)
            }
            world.thread("B") {
                ear.listen(to: buffer.startingWithLatest(), heard, as: { $0.map { "\($0)" } ?? "nothing" })
            }
            world.finally {
                let all = ["nothing", "1", "2"]
                expect(all.suffix(heard.by("ear").count) == heard.by("ear")[...], "there's a gap: \(heard.entries)")
                expect(heard.by("ear").last == "2", "the latest is missing: \(heard.entries)")
                withExtendedLifetime((ear, buffer)) {}
            }
        },
        Scenario("latest-of-map", "the same with a mapped variable (16)") { world in
            let variable = Var(0), map = variable.map { "\($0.old)>\($0.new)" }, heard = Heard(), ear = Ear("ear")
            world.thread("A") { variable.value = 1 }
            world.thread("B") { ear.listen(to: map.startingWithLatest(), heard, as: { $0 }) }
            world.finally {
                heard.expectStart("ear", to: 1, ear)
                withExtendedLifetime(map) {}
            }
        },
    ]

    private static func setEqual<Number: PlainNumber & FixedWidthInteger & Sendable>(
        _ name: String, _: Number.Type
    ) -> Scenario {
        Scenario(name, "two threads set the same value, which is one change (15)") { world in
            let variable = Var<Number>(0), heard = Heard(), ear = Ear("ear")
            ear.listen(to: variable, heard, as: { "\($0.old)>\($0.new)" })
            world.thread("A") { variable.value = 1 }
            world.thread("B") { variable.value = 1 }
            world.finally {
                heard.expectExactly("ear", ["0>1"])
                withExtendedLifetime(ear) {}
            }
        }
    }

    private static func setAndChange<Number: PlainNumber & FixedWidthInteger & Sendable>(
        _ name: String, _: Number.Type
    ) -> Scenario {
        Scenario(name, "a variable is set and changed in place at once (15)") { world in
            let variable = Var<Number>(0), heard = Heard(), ear = Ear("ear")
            ear.listen(to: variable, heard, as: { "\($0.old)>\($0.new)" })
            world.thread("A") { variable.value = 10 }
            world.thread("B") { variable.value += 1 }
            world.finally {
                heard.expectChain("ear", from: 0, to: Int(variable.value))
                expect([10, 11].contains(variable.value), "the value is \(variable.value)")
                withExtendedLifetime(ear) {}
            }
        }
    }

    @Sendable static func text(_ update: Update<Int>) -> String { "\(update.old)>\(update.new)" }
}

extension Heard {

    /// Expects that each update begins with the value at which the one before ended.
    func expectChain(_ who: String, from first: Int?, to last: Int?) {
        let updates = by(who).map { $0.split(separator: ">").compactMap { Int($0) } }
        for (one, next) in zip(updates, updates.dropFirst()) where one[1] != next[0] {
            expect(false, "the updates are no chain: \(entries)")
        }
        if let first, let heard = updates.first { expect(heard[0] == first, "should begin with \(first): \(entries)") }
        if let last, let heard = updates.last { expect(heard[1] == last, "should end with \(last): \(entries)") }
    }

    /// Expects that an observation that started with the value got it and all updates after it.
    func expectStart(_ who: String, to last: Int, _ ear: Ear) {
        expectChain(who, from: nil, to: last)
        guard let first = by(who).first else { return expect(false, "\(who) heard nothing") }
        let pieces = first.split(separator: ">")
        expect(pieces[0] == pieces[1], "should begin with the value: \(entries)")
        expect(
            by(who).dropFirst().allSatisfy { $0.split(separator: ">").first != $0.split(separator: ">").last },
            "got the value twice: \(entries)")
        withExtendedLifetime(ear) {}
    }
}

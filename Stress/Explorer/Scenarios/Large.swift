import SwiftObserver

/// Scenarios with so many observations and messages that memory is organized in another way.
///
/// What counts as many is less here than in other builds: three observations of a receiver, a roll of eight, two gaps, and
/// two small messages.
extension Scenario {

    static let large: [Scenario] = [
        Scenario("many-observations", "an observer of many stops one of them, two are the last (9, 11)") { world in
            let messengers = (0..<4).map { _ in Messenger<Memo>() }, heard = Heard(mayOverlap: true), ear = Ear("ear")
            for (index, messenger) in messengers.enumerated() {
                ear.listen(to: messenger, heard, as: { "\($0.number) of \(index)" })
            }
            world.thread("A") {
                messengers[0].send(Memo(1))
                messengers[1].send(Memo(2))
            }
            world.thread("B") {
                ear.stopObserving(messengers[0])
                heard.note("stopped")
            }
            world.thread("C") { ear.stopObserving(messengers[3]) }
            world.finally {
                let late = heard.after("stopped").filter { $0.what.hasSuffix("of 0") }
                expect(late.count < 2, "heard too much: \(heard.entries)")
                expect(heard.by("ear").contains("2 of 1"), "something is missing: \(heard.entries)")
                expect(!ear.isObserving(messengers[0]) && !ear.isObserving(messengers[3]), "still observing")
                expect(ear.isObserving(messengers[2]), "stopped too much")
                expect(Captured.count == 2, "\(Captured.count) handlers are alive")
                for messenger in messengers { messenger.send(Memo(3)) }
                let last = heard.by("ear").filter { $0.hasPrefix("3") }
                expect(last == ["3 of 1", "3 of 2"], "the wrong ones: \(heard.entries)")
            }
        },
        Scenario("many-observers", "an observer of many stops one that many observe (4, 9, 11)") { world in
            let messengers = (0..<3).map { _ in Messenger<Memo>() }, heard = Heard(), all = ears("1", "2", "3", "4")
            for ear in all { ear.listen(to: messengers[0], heard) }
            for messenger in messengers.dropFirst() { all[0].listen(to: messenger, heard) }
            world.thread("A") { messengers[0].send(Memo(1)) }
            world.thread("B") {
                all[0].stopObserving(messengers[0])
                heard.note("stopped")
            }
            world.finally {
                let late = heard.after("stopped").filter { $0.who == "1" }
                expect(late.count < 2, "heard too much: \(heard.entries)")
                for ear in all.dropFirst() { heard.expectExactly(ear.name, ["1"]) }
                expect(Captured.count == 5, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messengers, all)) {}
            }
        },
        Scenario("gaps", "gaps in the roll are closed while others start and send (1, 2, 4, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), stay = ears("5", "6"), late = Ear("7")
            let leave = (1...4).map { Ear("\($0)") }
            for ear in leave { ear.observe(messenger) { [captured = Captured("handler")] _ in _ = captured } }
            for ear in stay { ear.listen(to: messenger, heard) }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                for ear in leave { ear.stopObserving(messenger) }
                late.listen(to: messenger, heard)
                messenger.send(Memo(2))
            }
            world.finally {
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
        Scenario("gaps-while-read", "gaps are closed when the last of two readers is done (2, 4, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), all = ears("1", "2", "3", "4")
            for ear in all.dropLast() { ear.listen(to: messenger, heard) }
            all[3].listen(to: messenger, heard)
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                for ear in all.dropFirst().dropLast() { ear.stopObserving(messenger) }
                messenger.send(Memo(2))
            }
            world.thread("C") { all[0].stopObserving(messenger) }
            world.finally {
                heard.expectAll("4", ["1", "2"])
                for name in ["1", "2", "3"] { heard.expectOrder(name, heard.by("4")) }
                expect(Captured.count == 1, "\(Captured.count) handlers are alive")
                messenger.send(Memo(3))
                expect(heard.entries.filter { $0.what == "3" }.map(\.who) == ["4"], "the wrong ones: \(heard.entries)")
                withExtendedLifetime(all) {}
            }
        },
        Scenario("large-roll", "a large roll is replaced, read and freed on a queue (2, 7, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), late = Ear("late")
            let others = (1...7).map { Ear("\($0)") }
            for ear in others { ear.observe(messenger) { [captured = Captured("handler")] _ in _ = captured } }
            ear.listen(to: messenger, heard)
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                late.listen(to: messenger, heard)
                heard.note("started")
                messenger.stopBeingObserved()
                heard.note("stopped")
            }
            world.finally {
                expect(heard.after("stopped").count <= 1, "heard too much: \(heard.entries)")
                for name in ["ear", "late"] { heard.expectOrder(name, ["1"]) }
                expect(Captured.count == 0, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messenger, others, ear, late)) {}
            }
        },
        Scenario("long-line", "a line of several blocks is delivered while it grows (1, 2, 6)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            let isBusy = Gate("busy"), isInLine = Gate("in line")
            ear.listen(to: messenger, heard) { memo in
                guard memo.number == 0 else { return }
                isBusy.open()
                isInLine.pass()
            }
            world.thread("A") { messenger.send(Memo(0)) }
            world.thread("B") {
                isBusy.pass()
                for number in 1...5 { messenger.send(Memo(number)) }
                isInLine.open()
                messenger.send(Memo(6))
            }
            world.finally {
                heard.expectExactly("ear", (0...6).map(String.init))
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("long-line-on-queue", "several blocks of messages wait on a queue when it ends (2, 11, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), queue = DispatchQueue(label: "queue")
            let isInLine = Gate("in line")
            queue.async { isInLine.pass() }
            ear.listen(to: messenger, heard, on: queue)
            world.thread("A") {
                for number in 1...5 { messenger.send(Memo(number)) }
                isInLine.open()
                messenger.send(Memo(6))
            }
            world.thread("B") { ear.stopObserving() }
            world.finally {
                expect((1...6).map(String.init).starts(with: heard.by("ear")), "heard \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, ear)) {}
            }
        },
        Scenario("long-line-dropped", "many messages wait for a loop that is cancelled (2, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard()
            let loop = Loop("loop") { [messages = messenger.messages()] in
                for await memo in messages { heard.hear("loop", "\(memo.number)") }
                heard.note("end")
            }
            world.thread("A") { for number in 1...3 { messenger.send(Memo(number)) } }
            world.thread("B") { loop.cancel() }
            world.finally {
                expect((1...3).map(String.init).starts(with: heard.by("loop")), "heard \(heard.entries)")
                expect(heard.entries.last?.what == "end", "the loop should end: \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
            }
        },
    ]
}

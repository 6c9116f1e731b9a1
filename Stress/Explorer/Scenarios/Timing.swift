@testable import SwiftObserver

/// Scenarios of operators that wait, with alarms that fire at any time.
extension Scenario {

    static let timing: [Scenario] = [
        Scenario("debounce-rings", "an alarm rings while messages come: each gets through or is displaced (1, 3)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                clock = ControlledClock()
            let debounced = messenger.debounce(for: .seconds(1), clock: clock)
            listener.listen(to: debounced, heard)
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") { clock.ring() }
            setup.finally {
                _ = debounced.close(within: .zero)
                heard.expectOrder("listener", ["1", "2"])
                expect(heard.by("listener").last == "2", "the last message is lost: \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((listener, debounced)) {}
            }
        },
        Scenario("delay-rings", "an alarm rings while messages come: all get through, in order (1, 2)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                clock = ControlledClock()
            let delayed = messenger.delay(by: .seconds(1), clock: clock)
            listener.listen(to: delayed, heard)
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") { clock.ring() }
            setup.thread("C") { clock.ring() }
            setup.finally {
                _ = delayed.close(within: .zero)
                heard.expectExactly("listener", ["1", "2"])
                withExtendedLifetime((listener, delayed)) {}
            }
        },
        Scenario("throttle-dies", "an operator dies while its alarm rings: pending messages are last words (11, 12)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                clock = ControlledClock()
            let throttled = Box<TimedTransform<Messenger<Memo>, Memo>?>(
                messenger.throttle(for: .seconds(1), clock: clock))
            if let throttled = throttled.content { listener.listen(to: throttled, heard) }
            for number in 1...2 { messenger.send(Memo(number)) }
            setup.thread("A") { clock.ring() }
            setup.thread("B") {
                throttled.drop()
                heard.note("dropped")
            }
            setup.finally {
                heard.expectExactly("listener", ["1", "2"])
                clock.ring()
                heard.expectExactly("listener", ["1", "2"])
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((listener, messenger)) {}
            }
        },
        Scenario("timeout-ends", "nothing fires after the end (9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                clock = ControlledClock()
            let timed = Box<TimedTransform<Messenger<Memo>, Memo>?>(
                messenger.timeout(after: .seconds(1), sending: Memo(9), clock: clock))
            if let timed = timed.content { listener.listen(to: timed, heard) }
            setup.thread("A") { clock.ring() }
            setup.thread("B") { messenger.send(Memo(1)) }
            setup.thread("C") { timed.drop() }
            setup.finally {
                let count = heard.entries.count
                clock.ring()
                expect(heard.entries.count == count, "something fired after the end: \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((listener, messenger)) {}
            }
        },
        Scenario("chunks-close", "the origin is closed while an alarm rings: each message is in one chunk (2, 12, 21)")
        { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                clock = ControlledClock()
            let chunks = messenger.chunks(ofCount: 2, orEvery: .seconds(1), clock: clock)
            listener.listen(to: chunks, heard, as: { $0.map { "\($0.number)" }.joined(separator: " ") })
            setup.thread("A") {
                for number in 1...3 { messenger.send(Memo(number)) }
                _ = messenger.close(within: .zero)
            }
            setup.thread("B") { clock.ring() }
            setup.finally {
                let all = heard.by("listener").joined(separator: " ")
                expect(all == "1 2 3", "not all, or not in order: \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((listener, chunks)) {}
            }
        },
        Scenario("delay-stops", "no message that waits in a chain is handled after the observer stopped (9)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                clock = ControlledClock()
            let observation = listener.observe(messenger).delay(by: .seconds(1), clock: clock)
                .receive { [captured = Captured("handler")] memo in
                    withExtendedLifetime(captured) { heard.hear("listener", "\(memo.number)") }
                }
            for number in 1...2 { messenger.send(Memo(number)) }
            setup.thread("A") { clock.ring() }
            setup.thread("B") {
                observation.stopObserving()
                heard.note("stopped")
            }
            setup.finally {
                expect(
                    heard.after("stopped").count <= 1, "more than the call that was about to begin: \(heard.entries)")
                clock.ring()
                heard.expectOrder("listener", ["1", "2"])
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((listener, messenger)) {}
            }
        },
        Scenario("delay-farewell", "delayed messages are handled before the farewell, also on a place (11, 12, 25)") {
            setup in
            let heard = HeardMessages(), listener = Listener("listener"), clock = ControlledClock()
            let messenger = Box<Messenger<Memo>?>(Messenger())
            if let messenger = messenger.content {
                listener.observe(messenger).on(ControlledPlace()).delay(by: .seconds(1), clock: clock)
                    .receive { [captured = Captured("handler")] memo in
                        withExtendedLifetime(captured) { heard.hear("listener", "\(memo.number)") }
                    }
            }
            setup.thread("A") {
                messenger.content?.send(Memo(1))
                messenger.drop()
            }
            setup.thread("B") { clock.ring() }
            setup.finally {
                heard.expectExactly("listener", ["1"])
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime(listener) {}
            }
        },
    ]
}

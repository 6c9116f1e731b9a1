@testable import SwiftObserver

/// Scenarios in which a thread inspects observables, or turns watching on or off.
extension Scenario {

    static let watching: [Scenario] = [
        Scenario("inspect-in-place", "looks while two threads send (1, 23)", bound: 1, exploresWatching: true) {
            setup in
            let messenger = watched(Messenger<Int>()), all = listeners("1", "2")
            for listener in all { listener.observe(messenger) { _ in } }
            setup.thread("A") { messenger.send(1) }
            setup.thread("B") { messenger.send(2) }
            setup.thread("I") { expectSums(messenger) }
            expectAllHandled(setup, messenger, 2, keeping: all)
        },
        Scenario("inspect-hop", "looks while a queue handles (13, 23)", bound: 1) { setup in
            let messenger = Messenger<Int>(), all = listeners("1", "2"), queue = DispatchQueue(label: "queue")
            all[0].observe(messenger, on: queue) { _ in }
            all[1].observe(messenger).on(queue).buffering(.newest(1)).receive { _ in }
            setup.thread("A") { for number in 1...2 { messenger.send(number) } }
            setup.thread("I") { expectSums(messenger) }
            expectAllHandled(setup, messenger, 2, keeping: all)
        },
        Scenario("inspect-many-lanes", "looks while a message is posted to many observations (6, 23)", bound: 1) {
            setup in
            let messenger = Messenger<Int>(), all = listeners("1", "2", "3"), queue = DispatchQueue(label: "queue")
            for listener in all { listener.observe(messenger, on: queue) { _ in } }
            setup.thread("A") { messenger.send(1) }
            setup.thread("I") { expectSums(messenger, looks: 1) }
            expectAllHandled(setup, messenger, 1, keeping: all)
        },
        Scenario("inspect-and-end", "looks while an observation ends (9, 23)", bound: 1, exploresWatching: true) {
            setup in
            let messenger = watched(Messenger<Int>()), all = listeners("1", "2")
            all[0].observe(messenger) { _ in }
            all[1].observe(messenger, on: DispatchQueue(label: "queue")) { _ in }
            setup.thread("A") { messenger.send(1) }
            setup.thread("E") { for listener in all { listener.stopObserving() } }
            setup.thread("I") { expectSums(messenger) }
            setup.finally {
                expect(messenger.inspect().observations.isEmpty, "an ended observation is still listed")
                WatchControl.turn(on: false)
            }
        },
        Scenario("inspect-and-die", "looks while both sides die (10, 11, 23)", bound: 1, exploresWatching: true) {
            setup in
            let other = watched(Messenger<Int>())
            setup.thread("A") {
                let messenger = Messenger<Int>(), listener = Listener("listener")
                listener.observe(messenger) { _ in }
                listener.observe(other) { _ in }
                messenger.send(1)
            }
            setup.thread("I") {
                for observable in WatchedObservable.all { expect(observable.sent < 2, "too many sends") }
            }
            setup.finally {
                expect(WatchedObservable.all.isEmpty, "a dead observable is still listed")
                WatchControl.turn(on: false)
            }
        },
        Scenario("watch-and-start", "turns watching on while an observation starts (23)", exploresWatching: true) {
            setup in
            let messenger = Messenger<Int>()
            messenger.observed { _ in }
            setup.thread("A") { messenger.observed { _ in } }
            setup.thread("W") { WatchControl.turn(on: true) }
            expectWatched(setup, messenger, 2)
        },
        Scenario("watch-and-first-start", "the same for an observable's first observation (23)", exploresWatching: true)
        {
            setup in
            let messenger = Messenger<Int>()
            setup.thread("A") { messenger.observed { _ in } }
            setup.thread("W") { WatchControl.turn(on: true) }
            expectWatched(setup, messenger, 1)
        },
        Scenario(
            "unwatch-in-place", "turns watching off while a handler runs (10, 23)", bound: 1, exploresWatching: true
        ) {
            setup in
            let messenger = watched(Messenger<Int>()), handled = Handled()
            messenger.observed { _ in handled.handle() }
            messenger.observed().on(DispatchQueue(label: "queue")).receive { _ in handled.handle() }
            setup.thread("A") { for number in 1...2 { messenger.send(number) } }
            setup.thread("W") { WatchControl.turn(on: false) }
            setup.finally { expectNoProbes(messenger) }
        },
        Scenario("unwatch-and-start", "turns watching off while an observation starts (23)", exploresWatching: true) {
            setup in
            let messenger = watched(Messenger<Int>())
            setup.thread("A") { messenger.observed { _ in } }
            setup.thread("W") { WatchControl.turn(on: false) }
            setup.finally { expectNoProbes(messenger) }
        },
    ]
}

/// Turns watching on for a scenario, which turns it off in the end.
private func watched(_ messenger: Messenger<Int>) -> Messenger<Int> {
    WatchControl.turn(on: true)
    return messenger
}

/// Inspects the messenger a few times, and expects that the numbers add up.
///
/// The number of sent messages must be that of handled, missed and waiting ones, and the number of
/// handled ones must not shrink.
private func expectSums(_ messenger: Messenger<Int>, looks: Int = 2) {
    var handled: [Int: Int] = [:]
    for _ in 1...looks {
        let sight = messenger.inspect()
        for one in sight.observations {
            let number = one.handled ?? -1
            expect(number + one.missed + one.waiting == sight.sent, "of \(sight.sent) messages: \(one)")
            expect(number >= handled[one.position] ?? 0, "handled less than before: \(one)")
            handled[one.position] = number
        }
    }
}

private func expectAllHandled(
    _ setup: ScenarioSetup, _ messenger: Messenger<Int>, _ count: Int, keeping listeners: [Listener]
) {
    setup.finally {
        let observations = messenger.inspect().observations
        expect(observations.count == listeners.count, "not all observe")
        expect(observations.allSatisfy { ($0.handled ?? 0) + $0.missed == count }, "not all handled: \(observations)")
        WatchControl.turn(on: false)
    }
}

private func expectWatched(_ setup: ScenarioSetup, _ messenger: Messenger<Int>, _ count: Int) {
    setup.finally {
        var probes = 0
        messenger.office.forEachObservation { if $0.probe != nil { probes += 1 } }
        expect(probes == count, "\(probes) of \(count) are watched")
        WatchControl.turn(on: false)
        expectNoProbes(messenger)
    }
}

private func expectNoProbes(_ messenger: Messenger<Int>) {
    messenger.office.forEachObservation { expect($0.probe == nil, "a probe is left") }
}

@testable import SwiftObserver

extension Scenario {

    static let transforms: [Scenario] = [
        Scenario("replace-origin", "a transform changes its origin while both origins send (2, 9)") { setup in
            let old = Messenger<Int>(), new = Messenger<Int>(), heard = HeardMessages(mayOverlap: true),
                listener = Listener("listener")
            let map = old.map { "\($0)" }
            listener.listen(to: map, heard, as: { $0 })
            setup.thread("A") {
                map.origin = new
                heard.note("replaced")
            }
            setup.thread("B") {
                old.send(1)
                old.send(2)
            }
            setup.thread("C") { new.send(10) }
            setup.finally {
                heard.expectOrder("listener", ["1", "2"])
                expect(heard.after("replaced").filter { $0.what != "10" }.count < 2, "heard too much: \(heard.entries)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("replace-origin-twice", "two threads replace the origin, one origin is left (9, 11)") { setup in
            let origins = [Messenger<Int>(), Messenger<Int>(), Messenger<Int>()], heard = HeardMessages(),
                listener = Listener("listener")
            let map = origins[0].map { "\($0)" }
            listener.listen(to: map, heard, as: { $0 })
            setup.thread("A") {
                map.origin = origins[1]
                origins[0].send(10)
            }
            setup.thread("B") {
                map.origin = origins[2]
                origins[0].send(10)
            }
            setup.finally {
                expect(heard.entries.isEmpty, "heard a replaced origin: \(heard.entries)")
                for (index, origin) in origins.enumerated() { origin.send(index) }
                let last = origins.firstIndex { $0 === map.origin }
                heard.expectExactly("listener", last.map { ["\($0)"] } ?? [])
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("transform-dies", "a transform dies while its origin sends (10, 11, 12)") { setup in
            let messenger = Messenger<Int>(), heard = HeardMessages(), listener = Listener("listener")
            let map = Box<Map<Messenger<Int>, String>?>(messenger.map { "\($0)" })
            if let map = map.content { listener.listen(to: map, heard, as: { $0 }) }
            setup.thread("A") {
                messenger.send(1)
                messenger.send(2)
            }
            setup.thread("B") {
                map.drop()
                heard.note("dropped")
            }
            setup.finally {
                heard.expectOrder("listener", ["1", "2"])
                heard.expectEnd(after: "dropped")
                expect(!messenger.office.isObserved, "the origin is still observed")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((listener, messenger)) {}
            }
        },
    ]
}

@testable import SwiftObserver

extension Scenario {

    static let transforms: [Scenario] = [
        Scenario("replace-origin", "a transform changes its origin while both origins send (2, 9)") { world in
            let old = Messenger<Int>(), new = Messenger<Int>(), heard = Heard(mayOverlap: true), ear = Ear("ear")
            let map = old.map { "\($0)" }
            ear.listen(to: map, heard, as: { $0 })
            world.thread("A") {
                map.origin = new
                heard.note("replaced")
            }
            world.thread("B") {
                old.send(1)
                old.send(2)
            }
            world.thread("C") { new.send(10) }
            world.finally {
                heard.expectOrder("ear", ["1", "2"])
                expect(heard.after("replaced").filter { $0.what != "10" }.count < 2, "heard too much: \(heard.entries)")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("replace-origin-twice", "two threads replace the origin, one origin is left (9, 11)") { world in
            let origins = [Messenger<Int>(), Messenger<Int>(), Messenger<Int>()], heard = Heard(), ear = Ear("ear")
            let map = origins[0].map { "\($0)" }
            ear.listen(to: map, heard, as: { $0 })
            world.thread("A") {
                map.origin = origins[1]
                origins[0].send(10)
            }
            world.thread("B") {
                map.origin = origins[2]
                origins[0].send(10)
            }
            world.finally {
                expect(heard.entries.isEmpty, "heard a replaced origin: \(heard.entries)")
                for (index, origin) in origins.enumerated() { origin.send(index) }
                let last = origins.firstIndex { $0 === map.origin }
                heard.expectExactly("ear", last.map { ["\($0)"] } ?? [])
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("transform-dies", "a transform dies while its origin sends (10, 11, 12)") { world in
            let messenger = Messenger<Int>(), heard = Heard(), ear = Ear("ear")
            let map = Box<Map<Messenger<Int>, String>?>(messenger.map { "\($0)" })
            if let map = map.content { ear.listen(to: map, heard, as: { $0 }) }
            world.thread("A") {
                messenger.send(1)
                messenger.send(2)
            }
            world.thread("B") {
                map.drop()
                heard.note("dropped")
            }
            world.finally {
                heard.expectOrder("ear", ["1", "2"])
                heard.expectEnd(after: "dropped")
                expect(!messenger.office.isObserved, "the origin is still observed")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((ear, messenger)) {}
            }
        },
    ]
}

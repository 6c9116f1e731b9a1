import SwiftObserver

/// Scenarios in which several features meet.
extension Scenario {

    static let mixtures: [Scenario] = [
        Scenario("latest-of-map-and-stop", "starts with a mapped value while another thread stops (9, 11, 16)") {
            world in
            let variable = Var(0), map = variable.map { "\($0.old)>\($0.new)" }, heard = Heard(), ear = Ear("ear")
            world.thread("A") { for number in 1...2 { variable.value = number } }
            world.thread("B") {
                ear.listen(to: map.startingWithLatest(), heard, as: { $0 })
                ear.stopObserving(map)
                heard.note("stopped")
            }
            world.finally {
                heard.expectEnd(after: "stopped")
                heard.expectChain("ear", from: nil, to: nil)
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((ear, map)) {}
            }
        },
        Scenario("latest-of-map-stopped", "a pending start with a mapped value is stopped elsewhere (9, 11, 16)") {
            world in
            let variable = Var(0), map = variable.map { "\($0.old)>\($0.new)" }, heard = Heard(), ear = Ear("ear")
            world.thread("A") { for number in 1...2 { variable.value = number } }
            world.thread("B") { ear.listen(to: map.startingWithLatest(), heard, as: { $0 }) }
            world.thread("C") {
                ear.stopObserving()
                if !ear.isObserving(map) { heard.note("stopped") }
            }
            world.finally {
                heard.expectChain("ear", from: nil, to: nil)
                expect(Captured.count == (ear.isObserving(map) ? 1 : 0), "the handler is not what it should be")
                withExtendedLifetime((ear, map)) {}
            }
        },
        Scenario("latest-of-dying-variable", "starts with the value of a variable that dies (9, 11, 16)") { world in
            let variable = Box<Var<Int>?>(Var(7)), heard = Heard(), ear = Ear("ear")
            world.thread("A") {
                if let variable = variable.content {
                    ear.listen(to: variable.startingWithLatest(), heard, as: text)
                }
            }
            world.thread("B") { variable.drop() }
            world.finally {
                expect([[], ["7>7"]].contains(heard.by("ear")), "heard \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("replace-origin-with-latest", "a buffered transform goes on with the value of another (15, 16)") {
            world in
            let old = Var(0), new = Var(5), heard = Heard(mayOverlap: true), ear = Ear("ear")
            let map = old.map { "\($0.old)>\($0.new)" }
            ear.listen(to: map, heard, as: { $0 })
            world.thread("A") {
                map.replaceOrigin(with: new.startingWithLatest())
                old.value = 1
            }
            world.thread("B") { new.value = 6 }
            world.finally {
                expect(!heard.by("ear").contains("0>1"), "heard the old origin: \(heard.entries)")
                expect([["5>5", "5>6"], ["6>6"]].contains(heard.by("ear")), "there's a gap: \(heard.entries)")
                withExtendedLifetime((ear, old, map)) {}
            }
        },
        Scenario("combined-on-queue", "a combined observation is handled on a queue (3, 13)") { world in
            let left = Var(0), right = Var(0), heard = Heard(), ear = Ear("ear")
            let queue = DispatchQueue(label: "queue", attributes: .concurrent)
            let handle: @Sendable (Update<Int>, Update<Int>) -> Void = { left, right in
                heard.hear("ear", "\(left.new)+\(right.new)")
            }
            ear.observe(left, right, on: queue, receive: handle)
            world.thread("A") { left.value = 1 }
            world.thread("B") { right.value = 1 }
            world.finally {
                expect(heard.by("ear").count == 2, "should hear two: \(heard.entries)")
                expect(heard.by("ear").last == "1+1", "should end with both: \(heard.entries)")
                withExtendedLifetime((ear, left, right)) {}
            }
        },
        Scenario("promise-on-queue", "a promise that delivers on a queue keeps its word (14, 17)") { world in
            let promise = Promise<Memo>(on: DispatchQueue(label: "queue")), heard = Heard()
            let ears = [Ear("early"), Ear("late")]
            ears[0].listen(to: promise, heard)
            world.thread("A") { promise.fulfill(Memo(1)) }
            world.thread("B") { ears[1].listen(to: promise, heard) }
            world.finally {
                heard.expectExactly("early", ["1"])
                heard.expectExactly("late", ["1"])
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((promise, ears)) {}
            }
        },
        Scenario("observer-of-two-dies", "an observer of two observables dies while both send (9, 10, 11)") { world in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = Heard(mayOverlap: true)
            let ear = Box<Ear?>(Ear("ear"))
            ear.content?.listen(to: one, heard)
            ear.content?.listen(to: other, heard)
            world.thread("A") { one.send(Memo(1)) }
            world.thread("B") { other.send(Memo(2)) }
            world.thread("C") {
                ear.drop()
                heard.note("dropped")
            }
            world.finally {
                expect(heard.after("dropped").count < 3, "heard too much: \(heard.entries)")
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((one, other)) {}
            }
        },
        Scenario("whole-set-while-another-dies", "one combination is set while another of its parts dies (7, 15)") {
            world in
            let left = Var(0), right = Var(0), both = left +++ right, heard = Heard(), ear = Ear("ear")
            let dying = Box<Var<Pair<Int, Int>>?>(right +++ left)
            ear.listen(to: left, heard, as: text)
            world.thread("A") { both.value = Pair(1, 2) }
            world.thread("B") { dying.drop() }
            world.finally {
                heard.expectExactly("ear", ["0>1"])
                expect(both.value == Pair(left.value, right.value), "the values differ")
                withExtendedLifetime(ear) {}
            }
        },
    ]
}

import SwiftObserver

extension Scenario {

    static let promises: [Scenario] = [
        Scenario("fulfill-while-observed", "a promise is fulfilled twice while observers come (17)") { world in
            let promise = Promise<Memo>(), heard = Heard(), ears = [Ear("early"), Ear("late")]
            ears[0].listen(to: promise, heard)
            world.thread("A") { promise.fulfill(Memo(1)) }
            world.thread("B") { promise.fulfill(Memo(2)) }
            world.thread("C") { ears[1].listen(to: promise, heard) }
            world.finally {
                expect(heard.by("early").count == 1, "should hear one: \(heard.entries)")
                heard.expectSame("early", "late")
                expect(Captured.count == 0, "handlers are still alive")
                expect(Memo.count == 1, "both values are still alive")
                withExtendedLifetime((promise, ears)) {}
            }
        },
        Scenario("promise-dies", "a promise dies right after it was fulfilled, its observer hopped (12, 17)") { world in
            let heard = Heard(mayOverlap: true), ears = [Ear("placed"), Ear("hopped")],
                queue = DispatchQueue(label: "queue")
            let promise = Box<Promise<Memo>?>(Promise())
            if let promise = promise.content { ears[0].listen(to: promise, heard) }
            world.thread("A") { [known = promise.content] in
                if let known { ears[1].listen(to: known, heard, on: queue) }
                promise.drop()
            }
            world.thread("B") { [known = promise.content] in known?.fulfill(Memo(1)) }
            world.finally {
                heard.expectExactly("placed", ["1"])
                heard.expectExactly("hopped", ["1"])
                expect(Captured.count == 0 && Memo.count == 0, "handlers or values are still alive")
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("promise-broken", "what was made of a promise is observed while that one dies (11, 17)") { world in
            let promise = Box<Promise<Int>?>(Promise()), heard = Heard(), ears = [Ear("early"), Ear("late")]
            guard let mapped = promise.content?.map({ Memo($0) }) else { return }
            ears[0].listen(to: mapped, heard)
            world.thread("A") { promise.drop() }
            world.thread("B") { ears[1].listen(to: mapped, heard) }
            world.finally {
                expect(heard.entries.isEmpty, "heard \(heard.entries)")
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((mapped, ears)) {}
            }
        },
        Scenario("promise-kept-or-broken", "a promise is fulfilled and dies, what was made of it is kept (17)") {
            world in
            let promise = Box<Promise<Int>?>(Promise()), heard = Heard(), ears = [Ear("early"), Ear("late")]
            guard let mapped = promise.content?.map({ Memo($0) }) else { return }
            ears[0].listen(to: mapped, heard)
            world.thread("A") { [known = promise.content] in
                promise.drop()
                known?.fulfill(1)
            }
            world.thread("B") { ears[1].listen(to: mapped, heard) }
            world.finally {
                heard.expectExactly("early", ["1"])
                heard.expectExactly("late", ["1"])
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((mapped, ears)) {}
            }
        },
        Scenario("promise-chain", "what follows from a promise is awaited while it's fulfilled (17)") { world in
            let first = Promise<Int>(), second = Promise<Int>(), heard = Heard(mayOverlap: true)
            let chain = first.then { _ in second }
            world.thread("A") { first.fulfill(1) }
            world.thread("B") { second.fulfill(2) }
            world.thread("C") { chain.whenFulfilled { heard.hear("end", "\($0)") } }
            world.finally { heard.expectExactly("end", ["2"]) }
        },
    ]
}

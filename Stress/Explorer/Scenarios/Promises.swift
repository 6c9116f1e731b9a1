import SwiftObserver

extension Scenario {

    static let promises: [Scenario] = [
        Scenario("fulfill-while-observed", "a promise is fulfilled twice while observers start (17)") { setup in
            let promise = Promise<Memo>(), heard = HeardMessages(), listeners = [Listener("early"), Listener("late")]
            listeners[0].listen(to: promise, heard)
            setup.thread("A") { promise.fulfill(Memo(1)) }
            setup.thread("B") { promise.fulfill(Memo(2)) }
            setup.thread("C") { listeners[1].listen(to: promise, heard) }
            setup.finally {
                expect(heard.by("early").count == 1, "should hear one: \(heard.entries)")
                heard.expectSame("early", "late")
                expect(Captured.count == 0, "handlers are still alive")
                expect(Memo.count == 1, "both values are still alive")
                withExtendedLifetime((promise, listeners)) {}
            }
        },
        Scenario("promise-dies", "a promise dies right after it was fulfilled, its observer hopped (12, 17)") { setup in
            let heard = HeardMessages(mayOverlap: true), listeners = [Listener("placed"), Listener("hopped")],
                queue = DispatchQueue(label: "queue")
            let promise = Box<Promise<Memo>?>(Promise())
            if let promise = promise.content { listeners[0].listen(to: promise, heard) }
            setup.thread("A") { [known = promise.content] in
                if let known { listeners[1].listen(to: known, heard, on: queue) }
                promise.drop()
            }
            setup.thread("B") { [known = promise.content] in known?.fulfill(Memo(1)) }
            setup.finally {
                heard.expectExactly("placed", ["1"])
                heard.expectExactly("hopped", ["1"])
                expect(Captured.count == 0 && Memo.count == 0, "handlers or values are still alive")
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("promise-abandoned", "a derived promise is observed while the original dies (11, 17)") { setup in
            let promise = Box<Promise<Int>?>(Promise()), heard = HeardMessages(),
                listeners = [Listener("early"), Listener("late")]
            guard let mapped = promise.content?.map({ Memo($0) }) else { return }
            listeners[0].listen(to: mapped, heard)
            setup.thread("A") { promise.drop() }
            setup.thread("B") { listeners[1].listen(to: mapped, heard) }
            setup.finally {
                expect(heard.entries.isEmpty, "heard \(heard.entries)")
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((mapped, listeners)) {}
            }
        },
        Scenario(
            "promise-fulfilled-or-abandoned", "a promise is fulfilled and dies, and the derived one is fulfilled (17)"
        ) {
            setup in
            let promise = Box<Promise<Int>?>(Promise()), heard = HeardMessages(),
                listeners = [Listener("early"), Listener("late")]
            guard let mapped = promise.content?.map({ Memo($0) }) else { return }
            listeners[0].listen(to: mapped, heard)
            setup.thread("A") { [known = promise.content] in
                promise.drop()
                known?.fulfill(1)
            }
            setup.thread("B") { listeners[1].listen(to: mapped, heard) }
            setup.finally {
                heard.expectExactly("early", ["1"])
                heard.expectExactly("late", ["1"])
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((mapped, listeners)) {}
            }
        },
        Scenario("promise-chain", "a chain of promises is observed while they're fulfilled (17)") { setup in
            let first = Promise<Int>(), second = Promise<Int>(), heard = HeardMessages(mayOverlap: true)
            let chain = first.then { _ in second }
            setup.thread("A") { first.fulfill(1) }
            setup.thread("B") { second.fulfill(2) }
            setup.thread("C") { chain.whenFulfilled { heard.hear("end", "\($0)") } }
            setup.finally { heard.expectExactly("end", ["2"]) }
        },
    ]
}

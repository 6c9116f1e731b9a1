import SwiftObserver

/// The page about the life of a message shows traces of these scenarios.
extension Scenario {

    static let lives: [Scenario] = [
        Scenario("life-of-a-message", "an observer in place and one on a queue hear both messages (1, 2, 13)") {
            setup in
            let sky = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true), queue = DispatchQueue(label: "queue")
            let dog = Listener("dog"), cat = Listener("cat")
            dog.listen(to: sky, heard)
            cat.listen(to: sky, heard, on: queue)
            setup.stage = { Stage(sky, [dog, cat], on: queue) }
            setup.thread("A") { sky.send(Memo(1)) }
            setup.thread("B") { sky.send(Memo(2)) }
            setup.finally {
                heard.expectAll("dog", ["1", "2"])
                heard.expectAll("cat", ["1", "2"])
                withExtendedLifetime((dog, cat, sky)) {}
            }
        },
        Scenario("life-as-a-letter", "two threads send to one observer in place (1, 2)") { setup in
            let sky = Messenger<Memo>(), heard = HeardMessages(), dog = Listener("dog")
            dog.listen(to: sky, heard)
            setup.stage = { Stage(sky, [dog]) }
            setup.thread("A") { sky.send(Memo(1)) }
            setup.thread("B") { sky.send(Memo(2)) }
            setup.finally {
                heard.expectAll("dog", ["1", "2"])
                withExtendedLifetime((dog, sky)) {}
            }
        },
        Scenario("life-on-a-lane", "two threads send to one observer on a queue (1, 2, 13)") { setup in
            let sky = Messenger<Memo>(), heard = HeardMessages(), queue = DispatchQueue(label: "queue")
            let cat = Listener("cat")
            cat.listen(to: sky, heard, on: queue)
            setup.stage = { Stage(sky, [cat], on: queue) }
            setup.thread("A") { sky.send(Memo(1)) }
            setup.thread("B") { sky.send(Memo(2)) }
            setup.finally {
                heard.expectAll("cat", ["1", "2"])
                withExtendedLifetime((cat, sky)) {}
            }
        },
        Scenario("life-of-an-observation", "an observation ends while its message is handled (9, 13)") { setup in
            let sky = Messenger<Memo>(), heard = HeardMessages(), queue = DispatchQueue(label: "queue")
            let cat = Listener("cat")
            cat.listen(to: sky, heard, on: queue)
            setup.stage = { Stage(sky, [cat], on: queue, showsEnd: true) }
            setup.thread("A") { sky.send(Memo(1)) }
            setup.thread("B") {
                cat.stopObserving(sky)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((cat, sky)) {}
            }
        },
    ]
}

import SwiftObserver

/// Scenarios about the work that a thread does for other threads, with few threads.
extension Scenario {

    static let budget: [Scenario] = [
        Scenario("blocked-hand-overs", "handlers of handed-over letters wait for a stranger's (8)", bound: 1) { setup in
            let messengers = (0..<3).map { _ in Messenger<Memo>() }, heard = HeardMessages(mayOverlap: true),
                listener = Listener("listener")
            let isFree = Gate("free")
            handOver(setup, messengers, listener, heard) { $0 < 2 ? isFree.pass() : isFree.open() }
            setup.finally {
                expect(heard.entries.count == 12, "something is missing: \(heard.entries)")
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario(
            "hand-over-beside-full-pool", "all threads of the pool wait for a handed-over letter (8)", bound: 1
        ) {
            setup in
            let heard = HeardMessages(mayOverlap: true), listener = Listener("listener"), isFree = Gate("free")
            let others = DispatchQueue(label: "others", attributes: .concurrent)
            for _ in 0..<2 { others.async { isFree.pass() } }
            handOver(setup, [Messenger<Memo>()], listener, heard) { _ in isFree.open() }
            setup.finally {
                expect(heard.entries.count == 4, "something is missing: \(heard.entries)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("own-cascade", "before its send returns, a thread delivers all messages that it caused (5, 8)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"), own = Box(0)
            listener.listen(to: messenger, heard) { [weak messenger] memo in
                if memo.number < 20, Explorer.shared.currentName == "A" { own.content += 1 }
                if memo.number < 14 { messenger?.send(Memo(memo.number + 1)) }
            }
            setup.thread("A") { messenger.send(Memo(10)) }
            setup.thread("B") { messenger.send(Memo(20)) }
            setup.finally {
                heard.expectAll("listener", ["10", "11", "12", "13", "14", "20"])
                heard.expectOrder("listener", ["10", "11", "12", "13", "14"])
                let isFirst = heard.by("listener").first == "10"
                expect(!isFirst || own.content == 5, "A delivered only \(own.content) of its own: \(heard.entries)")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("lane-budget", "messages that cause each other don't occupy a queue (8, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            let queue = DispatchQueue(label: "queue")
            listener.listen(to: messenger, heard, on: queue) { [weak messenger] memo in
                if memo.number < 9 { messenger?.send(Memo(memo.number + 1)) }
            }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                let before = heard.entries.count
                queue.async {
                    let count = heard.entries.count - before
                    expect(count <= 4, "\(count) messages were handled first: \(heard.entries)")
                }
            }
            setup.finally {
                heard.expectExactly("listener", (1...9).map(String.init))
                withExtendedLifetime((messenger, listener)) {}
            }
        },
    ]

    /// Lets one thread deliver another thread's messages, until it hands the last messenger over.
    private static func handOver(
        _ setup: ScenarioSetup, _ messengers: [Messenger<Memo>], _ listener: Listener, _ heard: HeardMessages,
        actOnLast act: @escaping @Sendable (Int) -> Void
    ) {
        let areBusy = messengers.indices.map { Gate("busy \($0)") }
        let areInLine = messengers.indices.map { Gate("in line \($0)") }
        for (index, messenger) in messengers.enumerated() {
            listener.listen(to: messenger, heard, as: { "\($0.number) of \(index)" }) { memo in
                if memo.number == 0 {
                    areBusy[index].open()
                    areInLine[index].pass()
                }
                if memo.number == 3 { act(index) }
            }
        }
        setup.thread("A") { for messenger in messengers { messenger.send(Memo(0)) } }
        setup.thread("B") {
            for (index, messenger) in messengers.enumerated() {
                areBusy[index].pass()
                for number in 1...3 { messenger.send(Memo(number)) }
                areInLine[index].open()
            }
        }
    }
}

import Dispatch
import Foundation
import SwiftObserver
import Testing

/// The code of the page about watching, compiled and run.
///
/// Watching is on for all tests or for none, so tests that turn it on run in their own
/// processes.
@Suite struct SeeingWhatGoesOnTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/SeeingWhatGoesOn.md", isContainedIn: #filePath)
    }

    @Test func `the report names the stuck handler`() async {
        await #expect(processExitsWith: .success) {
            final class Archive: Observer, Sendable {
                let receiver = Receiver(named: "archive")
                private let queue = DispatchQueue(label: "archive")

                func write(_ orders: Messenger<Int>) {
                    observe(orders, on: queue) { order in store(order) }
                }
            }

            Watch.start(WatchLimits(slow: .milliseconds(100), stuck: .seconds(5), backlog: 10))

            let orders = Messenger<Int>(named: "orders")
            let archive = Archive()
            archive.write(orders)
            for order in 1...18 { orders.send(order) }

            while Watch.report().slowHandlers.isEmpty { usleep(10_000) }
            print(Watch.report())
            print(orders.inspect())
            print(archive.inspect())
            print(Watch.graph(.mermaid))

            let text = "\(Watch.report())"
            precondition(text.contains("SLOW OR STUCK HANDLERS") && text.contains("queue \"archive\""))
            precondition(text.contains("SeeingWhatGoesOnTests.swift:") && text.contains("WAITING MESSAGES"))
            exit(0)
        }
    }

    @Test func `what began since a mark and still lives is found`() async {
        await #expect(processExitsWith: .success) {
            let orders = Messenger<Int>(named: "orders")
            func serveOneRequest() { orders.observed { print($0) } }

            Watch.start()
            let mark = Watch.mark()
            serveOneRequest()
            for leak in Watch.begun(since: mark) { print(leak) }
            precondition(Watch.begun(since: mark).count == 1)

            let lines = Watch.begun(since: mark).map { "\($0.file ?? "?"):\($0.line ?? 0)" }
            for (line, all) in Dictionary(grouping: lines, by: \.self).sorted(by: { $0.value.count > $1.value.count }) {
                print("\(all.count) from \(line)")
            }

            let json = try JSONEncoder().encode(orders.inspect())
            let decoded = try JSONDecoder().decode(ObservableInspection.self, from: json)
            precondition(decoded == orders.inspect())
            print(Watch.openMetrics())
            // A leak checker would find the leak, which is intended here.
            _exit(0)
        }
    }

    @Test func `a watcher is told`() async {
        await #expect(processExitsWith: .success) {
            let orders = Messenger<Int>(named: "orders"), dog = Dog()

            Watch.start(WatchLimits(slow: .milliseconds(20), stuck: .milliseconds(50)), telling: Alarm())
            dog.observe(orders, on: DispatchQueue(label: "orders")) { order in store(order) }
            orders.send(1)
            store(2)
        }
    }
}

/// Blocks forever, like a stuck handler.
private func store(_: Int) { while true { sleep(1) } }

private struct Alarm: Watcher {
    func didSee(_ event: WatchEvent) {
        switch event {
        case .stuck(let call): wake("A handler is stuck: \(call)")
        case .backlog(let observation): wake("Messages wait: \(observation)")
        case .mistake(let mistake): print("\(mistake.file ?? "somewhere"): \(mistake)")
        default: break
        }
    }
}

private func wake(_ text: String) {
    print(text)
    exit(0)
}

private final class Dog: Observer, Sendable {
    let receiver = Receiver()
}

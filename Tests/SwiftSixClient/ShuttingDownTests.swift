import Dispatch
import Foundation
import SwiftObserver
import Testing

/// The code of the page about shutting down, compiled and run.
@Suite struct ShuttingDownTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/ShuttingDown.md", isContainedIn: #filePath)
    }

    @Test func `the program ends on SIGTERM when all orders are written`() {
        final class Archive: Observer, Sendable {
            let receiver = Receiver()
            private let queue = DispatchQueue(label: "archive")

            func write(_ orders: Messenger<Int>) {
                observe(orders, on: queue) { order in print("order \(order)") }
            }
        }

        let orders = Messenger<Int>()
        let archive = Archive()
        archive.write(orders)

        // The closures are @Sendable. Otherwise, they would be isolated to the main actor.
        let mayBegin = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        source.setRegistrationHandler { @Sendable in
            #if canImport(Darwin)
                signal(SIGTERM, SIG_IGN)  // otherwise, the signal would also end the program
            #endif
            mayBegin.signal()
        }
        source.setEventHandler { @Sendable in mayEnd.signal() }
        source.activate()
        mayBegin.wait()  // until then, the signal ends the program at once
        kill(getpid(), SIGTERM)

        orders.send(1)
        mayEnd.wait()
        #expect(orders.drain(within: .hangLimit).isEmpty)

        let left = orders.close(within: .seconds(10))
        if !left.isEmpty { print("These orders were not written:\n\(left)") }
        if orders.refusedCount > 0 { print("\(orders.refusedCount) orders came too late.") }

        source.cancel()
        #expect(left.isEmpty)
        #expect(orders.isClosed && !archive.isObserving(orders))
    }

    @Test func `the task group ends when all orders are written`() async {
        let orders = Messenger<Int>(), written = Written<Int>()
        @Sendable func write(_ order: Int) async { written.append(order) }
        func termination() async {
            orders.send(1)
            _ = await orders.drain(within: .hangLimit)
        }

        await withTaskGroup(of: Void.self) { group in
            let messages = orders.messages()
            group.addTask {
                for await order in messages { await write(order) }
            }
            await termination()
            let left = await orders.close(within: .seconds(10))
            if !left.isEmpty {
                print("These orders were not written:\n\(left)")
                group.cancelAll()
            }
        }
        #expect(written.values == [1])
    }

    @Test func `a drain waits for messages, and its result is a collection`() {
        let orders = Messenger<Int>(), dog = Dog(), written = Written<Int>()
        dog.observe(orders, on: DispatchQueue(label: "orders")) { written.append($0) }
        orders.send(1)
        #expect(orders.drain(within: .hangLimit).isEmpty)
        #expect(written.values == [1])

        for observation in orders.drain(within: .zero) where observation.waiting > 1000 {
            print("\(observation.place) is slow: \(observation.waiting) orders wait")
        }
    }

    @Test func `what handlers send on is waited for`() async {
        let orders = Messenger<Int>(), invoices = Messenger<String>(), mails = Messenger<String>()
        let dog = Dog(), queue = DispatchQueue(label: "office"), written = Written<String>()
        mails.observed().on(queue).receive { written.append($0) }
        dog.observe(orders, on: queue) { order in invoices.send("invoice \(order)") }
        dog.observe(invoices, on: queue) { invoice in mails.send("mail with \(invoice)") }
        orders.send(1)
        let left = await drain([orders, invoices, mails], within: .hangLimit)
        #expect(left.isEmpty, "\(left)")
        #expect(written.values == ["mail with invoice 1"])

        func end() {
            orders.send(2)
            drain([orders, invoices, mails], within: .hangLimit)
            let unsent = close([orders, invoices, mails], within: .seconds(10))
            #expect(unsent.isEmpty, "\(unsent)")
        }
        end()
        #expect(written.values == ["mail with invoice 1", "mail with invoice 2"])
    }

    private final class Dog: Observer, Sendable {
        let receiver = Receiver()
    }
}

import Foundation
import Locked
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ConcurrencyTests {

    @Test func `what many threads send is all there, and each one's in order`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), sky = Messenger<[Int]>()
        let remote: RemoteMessages<[Int]> = relay.subscribe(stream, from: .start), received = remote.recorded()
        relay.publish(sky, to: stream)
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask { await onThread { for number in 0..<500 { sky.send([thread, number]) } } }
            }
        }
        var all: [[Int]] = []
        for _ in 0..<2000 { all.append(try #require(await received.next(within: .hangLimit))) }
        for thread in 0..<4 { #expect(all.filter { $0[0] == thread }.map { $0[1] } == Array(0..<500)) }
    }

    @Test func `everything may be done at once on any threads`() async throws {
        for round in 0..<5 {
            let stream = SharedServer.stream(), relay = SharedServer.relay()
            let messengers = (0..<4).map { _ in Messenger<Int>() }
            await withTaskGroup { group in
                for messenger in messengers {
                    group.addTask {
                        await onThread {
                            for number in 0..<200 { messenger.send(number) }
                        }
                    }
                    group.addTask {
                        await onThread {
                            for index in 0..<10 {
                                let publication = relay.publish(messenger, to: "\(stream)-\(index % 3)")
                                messenger.send(1)
                                if index % 2 == 0 { publication.stop() }
                            }
                        }
                    }
                    group.addTask {
                        await onThread {
                            for index in 0..<5 {
                                let remote: RemoteMessages<Int> = relay.subscribe(
                                    "\(stream)-\(index % 3)", from: .start)
                                let dog = FreeObserver()
                                dog.observe(remote) { _ in }
                                if index % 2 == 0 { remote.stop() }
                                dog.stopObserving()
                            }
                        }
                    }
                }
                if round % 2 == 1 { group.addTask { await onThread { _ = relay.close(within: .milliseconds(1)) } } }
                group.addTask { await relay.close(within: .hangLimit) }
            }
            await relay.close(within: .hangLimit)
        }
    }

    @Test func `relays come and go while others read`() async throws {
        let stream = SharedServer.stream(), reading = SharedServer.relay(), problems = reading.problems.recorded()
        let remote: RemoteMessages<[Int]> = reading.subscribe(stream, from: .start), received = remote.recorded()
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask {
                    await onThread {
                        for round in 0..<5 {
                            let relay = SharedServer.relay(), sky = Messenger<[Int]>()
                            relay.publish(sky, to: stream)
                            for number in 0..<50 { sky.send([thread, 50 * round + number]) }
                            #expect(relay.close(within: .hangLimit).isEmpty)
                        }
                    }
                }
            }
        }
        var all: [[Int]] = []
        for _ in 0..<1000 { all.append(try #require(await received.next(within: .hangLimit))) }
        for thread in 0..<4 { #expect(all.filter { $0[0] == thread }.map { $0[1] } == Array(0..<250)) }
        problems.expectNothingMore()
    }
}

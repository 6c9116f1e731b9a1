import Dispatch
import Foundation
import Testing

@testable import SwiftObserver

@Suite(.serialized) struct ScratchWatchTests {

    @Test func `report`() async throws {
        Watch.start(WatchLimits(slow: .milliseconds(50), stuck: .milliseconds(200), backlog: 5))
        defer { Watch.stop() }
        let sky = Messenger<Int>(named: "sky")
        final class Dog: Observer, Sendable { let receiver = Receiver(named: "Rex") }
        let dog = Dog(), queue = DispatchQueue(label: "kennel")
        dog.observe(sky, on: queue, buffering: .newest(10)) { _ in Thread.sleep(forTimeInterval: 1) }
        let other = Messenger<Int>()
        sky.observed { if $0 == 3 { other.send(3) } }
        other.observed { _ in Thread.sleep(forTimeInterval: 0.6) }
        dog.observe(sky.map { "\($0)" }) { _ in }
        let task = Task { for await _ in sky.messages() {} }
        try await Task.sleep(for: .milliseconds(20))
        let mark = Watch.mark()
        sky.observed { _ in }
        DispatchQueue.global().async { for i in 0..<20 { sky.send(i) } }
        try await Task.sleep(for: .milliseconds(300))
        print(Watch.report())
        print(sky.inspect())
        print(dog.inspect())
        print(Watch.begun(since: mark))
        print(String(decoding: try JSONEncoder().encode(sky.inspect()), as: UTF8.self))
        task.cancel()
        try await Task.sleep(for: .milliseconds(700))
        print(sky.inspect())
        print(Watch.report())
    }
}

import Dispatch
import Foundation
import SwiftObserver
import Testing

/// Waiting for room in a messenger whose observable is deallocated.
@Suite struct RoomOfDeadObservableTests {

    private final class Sky: BufferedObservable, Sendable {
        let messenger = Messenger<Int>()
        var latestMessage: Int { 0 }
    }

    @Test func `who waits for room behind a combined observation goes on though the observable is dead`() async {
        let dog = Dog(), queue = DispatchQueue(label: "slow"), sky = LockedBox<Sky?>(Sky()), sea = Sky()
        let messenger = sky.withLock { $0!.messenger }
        queue.suspend()
        dog.observe(sky.withLock { $0! }, sea).on(queue).buffering(.newest(5)).receive { _, _ in }
        for number in 0..<5 { messenger.send(number) }
        sky.withLock { $0 = nil }
        let hasRoom = Recorder<Bool>(), isOver = Gate()
        Thread.detachNewThread {
            hasRoom.record(messenger.waitForRoom(below: 1, within: .hangLimit))
            isOver.open()
        }
        await eventually { isSomeoneWaiting(for: messenger) }
        queue.resume()
        #expect(isOver.pass())
        #expect(hasRoom.values == [true])
        withExtendedLifetime(sea) {}
    }
}

import Foundation
import SwiftObserver
import Synchronization
import Testing

/// Stores before an unobserved message, which an observer must find when it reads.
///
/// Without the fences in `LazyProtected`, a release build loses some of them.
@Suite struct SeenOrHeardTests {

    @Test func `what is stored before sending is seen or heard, also by the first who ever observes`() {
        let rounds = 3000, meeting = Meeting(), lost = Recorder<Int>()
        let memory = Memory()
        let scenes = (0..<rounds).map { _ in Scene() }
        onThreads(2) { thread in
            for (round, scene) in scenes.enumerated() {
                meeting.wait()
                if thread == 0 {
                    memory.delayStores(round)
                    scene.stored.store(1, ordering: .releasing)
                    scene.messenger.send(1)
                } else {
                    scene.dog.observe(scene.messenger) { _ in scene.isKnown.store(true, ordering: .relaxed) }
                    if scene.stored.load(ordering: .acquiring) == 1 { scene.isKnown.store(true, ordering: .relaxed) }
                }
                meeting.wait()
                if thread == 0, !scene.isKnown.load(ordering: .relaxed) { lost.record(round) }
                scene.messenger.stopBeingObserved()
            }
        }
        #expect(lost.count == 0)
    }

    private final class Scene: Sendable {
        let messenger = Messenger<Int>()
        let dog = Dog()
        let stored = Atomic(0)
        let isKnown = Atomic(false)
    }

    /// Memory that is in no cache. Stores to it delay later stores of the same thread.
    private final class Memory: @unchecked Sendable {
        private let count = 1 << 22
        private let ints: UnsafeMutablePointer<Int>
        init() {
            ints = .allocate(capacity: count)
            ints.initialize(repeating: 0, count: count)
        }
        deinit { ints.deallocate() }
        func delayStores(_ round: Int) {
            for index in 0..<8 { ints[(round &* 7_654_321 &+ index &* 2_097_593) & (count - 1)] = 1 }
        }
    }

    private final class Meeting: Sendable {
        private let count = Atomic(0), generation = Atomic(0)
        func wait() {
            let current = generation.load(ordering: .acquiring)
            if count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 2 {
                count.store(0, ordering: .relaxed)
                generation.store(current + 1, ordering: .releasing)
            } else {
                while generation.load(ordering: .acquiring) == current { sched_yield() }
            }
        }
    }
}

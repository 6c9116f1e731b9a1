import SwiftObserver
import Testing

@Suite struct LateChainTests {

    @Test func `any observables are chained, by their next message`() {
        let source = Messenger<Int>()
        let target = Var("a")
        let log = Recorder<String>()
        let starts = Recorder<Int>()
        let promise = source.then {
            starts.record($0)
            return target
        }
        promise.observed { log.record("\($0.old)\($0.new)") }
        target.value = "b"
        source.send(1)
        source.send(2)
        target.value = "c"
        target.value = "d"
        #expect(starts.values == [1])
        #expect(log.values == ["bc"])
    }

    @Test func `authors are passed along the chain`() {
        let source = Messenger<Int>()
        let target = Promise<String>()
        let one = Mortal()
        let two = Mortal()
        let log = Recorder<Bool>()
        source.then { _, author in
            log.record(author === one)
            return target
        }.observed { _, author in log.record(author === two) }
        source.send(1, from: one)
        target.fulfill("a", as: two)
        #expect(log.values == [true, true])
    }

    @Test func `the chain's promise dies when it is fulfilled or cannot be any more`() {
        let source = LockedBox<Messenger<Int>?>(Messenger())
        let target = Promise<Int>()
        let abandoned = WeakBox(source.withLock { $0! }.then { _ in target })
        #expect(abandoned.isAlive)
        source.withLock { $0 = nil }
        #expect(!abandoned.isAlive)
        let other = Messenger<Int>()
        let fulfilled = WeakBox(other.then { _ in target })
        other.send(1)
        #expect(fulfilled.isAlive)
        target.fulfill(2)
        #expect(!fulfilled.isAlive)
    }
}

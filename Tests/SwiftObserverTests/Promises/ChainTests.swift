import SwiftObserver
import Testing

@Suite struct ChainTests {

    @Test func `promises are chained`() {
        let int = Promise<Int>(), log = Recorder<String>()
        let promiseString: @Sendable (Int) -> Promise<String> = { int in Promise { $0.fulfill("got \(int)") } }
        first {
            int
        }.then {
            promiseString($0)
        }.observed {
            log.record($0)
        }
        #expect(log.values == [])
        int.fulfill(3)
        #expect(log.values == ["got 3"])
    }

    @Test func `first returns its observable`() {
        let messenger = Messenger<Int>()
        #expect(first { messenger } === messenger)
    }

    @Test func `long chains pass values on`() {
        let start = Promise<Int>(), log = Recorder<Int>()
        let next: @Sendable (Int) -> Promise<Int> = { int in Promise { $0.fulfill(int + 1) } }
        first { start }.then { next($0) }.then { next($0) }.then { next($0) }.whenFulfilled { log.record($0) }
        start.fulfill(0)
        #expect(log.values == [3])
    }

    @Test func `a fulfilled source is chained as well`() {
        let start = Promise<Int> { $0.fulfill(1) }, log = Recorder<Int>()
        start.then { int in Promise<Int> { $0.fulfill(int * 2) } }.observed { log.record($0) }
        #expect(log.values == [2])
    }
}

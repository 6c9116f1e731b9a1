import SwiftObserver
import Testing

/// Promises derived from a deallocated promise, which don't keep their waiters waiting.
@Suite struct ResolverTests {

    @Test func `what was made of a promise that died can't be waited for`() async {
        var promise: Promise<Int>? = Promise()
        let mapped = promise!.map { $0 + 1 }, next = promise!.then { _ in Promise<Int>() }
        let both = promise!.and(mapped), unwrapped = promise!.map { Optional($0) }.unwrap()
        let waiting = Task { await mapped.result }
        await Task.yield()
        promise = nil
        #expect(isDead(await waiting.value))
        #expect(isDead(await mapped.result))
        #expect(isDead(await next.result))
        #expect(isDead(await unwrapped.result))
        await #expect(throws: PromiseDied()) { try await both.value }
        withExtendedLifetime((mapped, next, unwrapped, both)) {}
    }

    @Test func `a chain breaks where its second observable dies`() async {
        let first = Promise<Int>(), chain = first.then { _ in Messenger<Int>() }
        first.fulfill(1)
        #expect(isDead(await chain.result))
        withExtendedLifetime((first, chain)) {}
    }

    @Test func `a chain breaks where its first observable stops being observed`() async {
        let sky = Messenger<Int>(), chain = sky.then { _ in Promise { $0.fulfill(1) } }
        sky.stopBeingObserved()
        #expect(isDead(await chain.result))
        withExtendedLifetime(chain) {}
    }

    @Test func `nothing comes of an unwrapped nil`() async {
        let promise = Promise<Int?>(), unwrapped = promise.unwrap()
        promise.fulfill(nil)
        #expect(isDead(await unwrapped.result))
        withExtendedLifetime(unwrapped) {}
    }

    @Test func `two promises that wait for each other keep neither alive`() {
        var a: Promise<Int>? = Promise(), b: Promise<Int>? = Promise()
        let weakA = WeakBox(a!), weakB = WeakBox(b!)
        let both = (a!.and(b!), b!.and(a!))
        a = nil
        b = nil
        #expect(!weakA.isAlive)
        #expect(!weakB.isAlive)
        withExtendedLifetime(both) {}
    }

    @Test func `both values arrive in either order`() async throws {
        for isReversed in [false, true] {
            let a = Promise<Int>(), b = Promise<String>(), both = a.and(b)
            if isReversed { b.fulfill("b") }
            a.fulfill(1)
            if !isReversed { b.fulfill("b") }
            #expect(try await both.value == (1, "b"))
        }
    }

    @Test func `what was fulfilled stays so after its source has died`() async throws {
        var promise: Promise<Int>? = Promise()
        let mapped = promise!.map { $0 + 1 }
        promise!.fulfill(1)
        promise = nil
        #expect(try await mapped.value == 2)
    }

    private func isDead(_ result: Result<Int, any Error>) -> Bool {
        do { _ = try result.get() } catch { return error is PromiseDied }
        return false
    }
}

import Dispatch
import SwiftObserver
import Testing

@Suite struct PromiseValueTests {

    @Test func `a value that is there is there at once`() async throws {
        let promise = Promise<Int>()
        promise.fulfill(42)
        #expect(try await promise.value == 42)
        #expect(try await promise.value == 42)
    }

    @Test func `a value that comes later resumes everyone`() async throws {
        let promise = Promise<Int>()
        let tasks = (0..<5).map { _ in Task { try await promise.value } }
        await Task.yield()
        promise.fulfill(42)
        for task in tasks { #expect(try await task.value == 42) }
    }

    @Test func `a promise that nobody can keep any more throws`() async {
        await #expect(throws: PromiseDied()) { try await Promise<Int>().value }
        await #expect(throws: PromiseDied()) { try await Promise<Result<Int, Broken>>().value }
    }

    @Test func `cancellation throws`() async {
        let promise = Promise<Int>()
        let task = Task { try await promise.value }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a failable promise throws what it fails with`() async throws {
        let good = Promise<Result<Int, Broken>>(), bad = Promise<Result<Int, Broken>>()
        good.succeed(42)
        bad.fail(Broken())
        #expect(try await good.value == 42)
        await #expect(throws: Broken()) { try await bad.value }
        let result = await good.result
        #expect(try result.get() == 42)
    }

    @Test func `an asynchronous closure keeps a promise`() async throws {
        let promise = Promise {
            await Task.yield(); return 42
        }
        #expect(try await promise.value == 42)
        let failable = Promise<Result<Int, any Error>> { throw Broken() }
        await #expect(throws: Broken()) { try await failable.value }
        let inferred = Promise { try await promise.value + 1 }
        #expect(try await inferred.value == 43)
    }

    @Test func `what is made of a promise is a promise`() async throws {
        let promise = Promise<Int?>()
        let text = promise.map { "\($0 ?? -1)" }
        let number = promise.unwrap(0)
        let both = text.and(number)
        let nothing = promise.map { _ in Int?.none }.unwrap()
        promise.fulfill(42)
        #expect(try await text.value == "42")
        #expect(try await number.value == 42)
        #expect(try await both.value == ("42", 42))
        let update = Promise<Update<Int>>()
        let new = update.new()
        update.fulfill(Update(1, 2))
        #expect(try await new.value == 2)
        withExtendedLifetime(nothing) {}
    }

    struct Broken: Error, Equatable {}
}

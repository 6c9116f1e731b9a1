import SwiftObserver
import Testing

/// Guarantees for tasks that wait for promises, with interference on both sides.
@Suite struct PromisesUnderFireTests {

    @Test func `cancellation among fulfillments ends each wait in one of two ways`() async {
        for round in 0..<300 {
            let promise = Promise<Int>()
            let waits = (0..<4).map { _ in Task { await promise.result } }
            let fulfillment = Task { promise.fulfill(round) }
            if round.isMultiple(of: 3) { await Task.yield() }
            waits[0].cancel()
            waits[1].cancel()
            await fulfillment.value
            for wait in waits {
                switch await wait.value {
                case .success(let value): #expect(value == round)
                case .failure(let error): #expect(error is CancellationError && wait.isCancelled)
                }
            }
        }
    }

    @Test func `a value that is there is there for a cancelled task, too`() async throws {
        let promise = Promise<Int>(), failable = Promise<Result<Int, any Error>>()
        promise.fulfill(1)
        failable.succeed(2)
        let wait = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return [try await promise.value, try await failable.value]
        }
        #expect(try await wait.value == [1, 2])
    }

    @Test func `a wait that begins cancelled throws`() async {
        let promise = Promise<Int>()
        let wait = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await promise.value
        }
        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    @Test func `all who wait are told when the last one who could fulfill a promise lets go of it`() async {
        for _ in 0..<200 {
            let holder = LockedBox<Promise<Int>?>(Promise())
            let waits = [
                wait(for: holder) { $0 },
                wait(for: holder) { $0.map { $0 + 1 } },
                wait(for: holder) { $0.then { _ in Promise<Int>() } },
                wait(for: holder) { $0.map(Int?.some).unwrap() },
            ]
            await Task { holder.withLock { $0 = nil } }.value
            for wait in waits {
                switch await wait.value {
                case .success(let value): Issue.record("\(value)")
                case .failure(let error): #expect(error is PromiseDied)
                }
            }
        }
    }

    @Test func `what a chain waits for may die`() async {
        let first = Promise<Int>()
        let chain = wait(for: LockedBox(first)) { $0.then { _ in Promise<Int>() } }
        first.fulfill(1)
        await #expect(throws: PromiseDied()) { try await chain.value.get() }
    }

    @Test func `a value dies with its promise after all who waited had it`() async throws {
        var promise: Promise<Mortal>? = Promise(), mortal: Mortal? = Mortal()
        let weak = WeakBox(mortal!)
        let wait = Task { [promise] in _ = try await promise!.value }
        await Task.yield()
        promise!.fulfill(mortal!)
        mortal = nil
        try await wait.value
        promise = nil
        await eventually { !weak.isAlive }
    }

    /// Starts to wait for a promise that is derived from another one, without retaining it.
    private func wait(
        for holder: LockedBox<Promise<Int>?>, _ make: @escaping @Sendable (Promise<Int>) -> Promise<Int>
    ) -> Task<Result<Int, any Error>, Never> {
        let made = LockedBox(holder.withLock { $0 }.map(make))
        return Task { await made.exchange(nil)!.result }
    }
}

extension LockedBox {
    fileprivate func exchange(_ new: Value) -> Value {
        withLock { value in
            defer { value = new }
            return value
        }
    }
}

import Dispatch
import Testing

@testable import SwiftObserver

/// The outcome for a cancelled task that waits for a promise: the first event decides it.
@Suite struct CancelledWaitTests {

    private let queue = DispatchQueue(label: "deliveries")

    @Test func `the value of a promise on a suspended queue is returned in a cancelled task`() async throws {
        let promise = Promise<Int>(on: queue)
        queue.suspend()
        promise.fulfill(42)
        let value = await inCancelledTask { try await promise.value }
        queue.resume()
        #expect(try value.get() == 42)
    }

    @Test func `a value that a handler of another observer has not got is returned in a cancelled task`() async throws {
        let promise = Promise<Int>(), handlerBegan = Gate(), handlerMayEnd = Gate(), isDone = DispatchGroup()
        promise.whenFulfilled { _ in
            handlerBegan.open()
            handlerMayEnd.pass()
        }
        queue.async(group: isDone) { promise.fulfill(42) }
        #expect(handlerBegan.pass())
        let value = await inCancelledTask { try await promise.value }
        let failable = await inCancelledTask { await promise.result }
        handlerMayEnd.open()
        #expect(try value.get() == 42)
        #expect(try failable.get().get() == 42)
        await withCheckedContinuation { done in isDone.notify(queue: queue) { done.resume() } }
    }

    @Test func `a value that is there before a waiting task is cancelled is returned`() async throws {
        let promise = Promise<Int>(on: queue)
        let task = Task { try await promise.value }
        await eventually { promise.office.observationCount == 1 }
        queue.suspend()
        promise.fulfill(42)
        task.cancel()
        let value = await task.result
        queue.resume()
        #expect(try value.get() == 42)
    }

    @Test func `a value is returned when the promise stops being observed right after it was fulfilled`() async throws {
        let promise = Promise<Int>(on: queue)
        let task = Task { try await promise.value }
        await eventually { promise.office.observationCount == 1 }
        queue.suspend()
        promise.fulfill(42)
        promise.stopBeingObserved()
        let value = await task.result
        queue.resume()
        #expect(try value.get() == 42)
    }

    @Test func `the failure of a promise on a suspended queue is thrown in a cancelled task`() async {
        let promise = Promise<Result<Int, Broken>>(on: queue)
        queue.suspend()
        promise.fail(Broken())
        let value = await inCancelledTask { try await promise.value }
        queue.resume()
        #expect(throws: Broken()) { try value.get() }
    }

    @Test func `a cancelled task learns that a promise is already broken`() async {
        var origin: Promise<Int>? = Promise()
        let mapped = origin!.map { $0 }
        origin = nil
        let value = await inCancelledTask { try await mapped.value }
        #expect(throws: PromiseDied()) { try value.get() }
    }

    @Test func `a task that is cancelled before the promise dies is told that it was cancelled`() async {
        for _ in 0..<100 {
            let promise = LockedBox<Promise<Int>?>(Promise()), passed = LockedBox(promise.withLock { $0 })
            let weakPromise = WeakBox(promise.withLock { $0! })
            let executor = SerialExecution()
            let task = Task(executorPreference: executor) { try await passed.withLock { $0.take()! }.value }
            await eventually { promise.withLock { $0!.office.observationCount } == 1 }
            executor.finishWhatRuns()
            task.cancel()
            promise.empty()
            #expect(!weakPromise.isAlive)
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `a task that waits for what nobody promised yet is cancelled, whatever comes later`() async {
        let promise = Promise<Int>()
        let value = await inCancelledTask { try await promise.value }
        promise.fulfill(42)
        #expect(throws: CancellationError.self) { try value.get() }
        #expect(promise.office.observationCount == 0)
    }

    /// The result or the error of the operation in a task that is cancelled before it begins.
    private func inCancelledTask<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await operation()
        }
        task.cancel()
        return await task.result
    }

    private struct Broken: Error, Equatable {}
}

/// Runs tasks on a queue of its own, so that a test can wait until a task is suspended.
private final class SerialExecution: TaskExecutor {

    private let queue = DispatchQueue(label: "tasks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    func finishWhatRuns() { queue.sync {} }
}

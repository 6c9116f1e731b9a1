import Foundation

/// Runs the closure on that many threads at once, and returns how long that took.
///
/// The number of threads doesn't depend on the number of cores.
package func onThreads(_ count: Int, _ act: @escaping @Sendable (Int) -> Void) -> Double {
    let ready = DispatchSemaphore(value: 0), go = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
    for index in 0..<count {
        Thread.detachNewThread {
            ready.signal()
            go.wait()
            act(index)
            done.signal()
        }
    }
    for _ in 0..<count { ready.wait() }
    return nanoseconds {
        for _ in 0..<count { go.signal() }
        for _ in 0..<count { done.wait() }
    }
}

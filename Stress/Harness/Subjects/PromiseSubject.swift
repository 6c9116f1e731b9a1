import StressSupport
import SwiftObserver

/// A promise for which tasks can wait.
protocol PromiseSubject: AnyObject, Sendable {
    init()
    func fulfill(_ stamp: Stamp)

    /// Waits for the promise in the box, without retaining it.
    static func answer(from box: PromiseBox) async -> Answer
}

/// Retains a promise until it has to die.
typealias PromiseBox = Guarded<(any PromiseSubject)?>

/// The result of waiting for a promise.
enum Answer: Hashable, Sendable { case value(Stamp), died, cancelled }

/// The library's promise.
final class SwiftObserverPromise: PromiseSubject {
    private let promise = Promise<Stamp>()
    func fulfill(_ stamp: Stamp) { promise.fulfill(stamp) }

    static func answer(from box: PromiseBox) async -> Answer {
        switch await promise(in: box).result {
        case .success(let stamp): .value(stamp)
        case .failure(let error): error is PromiseDied ? .died : .cancelled
        }
    }

    private static func promise(in box: PromiseBox) -> Promise<Stamp> {
        box.withLock { ($0 as? SwiftObserverPromise)?.promise } ?? Promise()
    }
}

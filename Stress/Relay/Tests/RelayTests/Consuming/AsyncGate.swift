import SwiftObserver

/// Suspends tasks until it's opened.
final class AsyncGate: Sendable {
    private let opened = Promise<Void>()
    func open() { opened.fulfill(()) }
    func pass() async { _ = try? await opened.value }
}

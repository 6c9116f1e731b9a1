import SwiftObserver

/// An observer for scenarios.
final class StressObserver: Observer, Sendable { let receiver = Receiver() }

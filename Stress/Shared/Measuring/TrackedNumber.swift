// The compiler has `Observations` since version 6.2, and on Apple's systems it would need a newer system than the package does.
#if os(Linux) && compiler(>=6.2)
    import Observation

    /// A value of Swift's Observation, used from several threads without a lock of the client's own.
    @Observable
    final class TrackedNumber: SharedNumber, @unchecked Sendable {
        static let mayLoseTheLast = true
        private(set) var value = 0
        func set(_ value: Int) { self.value = value }
        func increment() { value += 1 }
        func changes() -> any AsyncSequence<Int, Never> & Sendable { Observations { self.value } }
        func latest() -> any AsyncSequence<Int, Never> & Sendable { changes() }
    }
#endif

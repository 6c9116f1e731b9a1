// The compiler has `Observations` since version 6.2. On Apple's platforms, it would need a newer
// system than the package.
#if os(Linux) && compiler(>=6.2)
    import Observation

    /// A value of Swift's Observation, used from several threads without a client's lock.
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

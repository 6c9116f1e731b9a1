#if EXPLORE
    import struct Dispatch.DispatchTime
    import enum Dispatch.DispatchTimeoutResult

    /// A queue whose blocks the scheduler runs.
    ///
    /// `@unchecked Sendable` because it's immutable, apart from what a lock guards.
    public final class DispatchQueue: @unchecked Sendable {

        package let label: String
        package let isConcurrent: Bool

        /// Guarded by the only lock under which the runtime marks queues.
        private var specifics: [ObjectIdentifier: Any] = [:]

        public init(label: String, attributes: Attributes = .serial) {
            self.label = label
            isConcurrent = attributes == .concurrent
        }

        public enum Attributes { case serial, concurrent }

        public func async(execute block: @escaping @Sendable () -> Void) { scheduler?.send(block, to: self) }

        /// Time doesn't pass here, so the block is run like any other one.
        func asyncAfter(deadline _: DispatchTime, execute block: @escaping @Sendable () -> Void) {
            async(execute: block)
        }

        func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
            specifics[ObjectIdentifier(key)] as? Value
        }

        func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value) {
            specifics[ObjectIdentifier(key)] = value
        }
    }

    final class DispatchSpecificKey<Value>: Sendable {}

    /// A semaphore on which the scheduler lets a thread wait.
    ///
    /// A timeout expires immediately, or never. `@unchecked Sendable` because only one thread runs
    /// at a time.
    final class DispatchSemaphore: @unchecked Sendable {

        private var value: Int
        private let number = scheduler?.newAtomic()

        init(value: Int) { self.value = value }

        func signal() {
            schedulingPoint(.atomicExchange, on: number)
            value += 1
        }

        func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
            schedulingPoint(.atomicExchange, on: number)
            if value == 0 {
                guard timeout == .distantFuture else { return .timedOut }
                scheduler?.wait { [self] in value > 0 }
            }
            value -= 1
            return .success
        }
    }
#endif

#if Relay

    /// A closure that is stored under a lock.
    ///
    /// As the value of the lock, which is generic, a closure would get one more wrapper with each
    /// access. Each call would go through all of them until the stack overflows.
    struct StoredCall: Sendable {
        let run: @Sendable () -> Void
    }
#endif

#if Relay

    /// A closure behind a lock.
    ///
    /// If it were itself the value of the lock, which is generic, each access would put it back in one more wrapper, and each call
    /// would go through all of them until the stack is full.
    struct StoredCall: Sendable {
        let run: @Sendable () -> Void
    }
#endif

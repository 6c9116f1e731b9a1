extension Mutant {

    /// Defects in trying and waiting for a lock that another thread holds.
    static let ofLocks = [
        Mutant(
            "lock-not-tried", in: "Mutex.lock", "pthread_mutex_trylock(address) != 0",
            becomes: "pthread_mutex_trylock(address) != 0, !PLANTED", shownBy: "locks-are-taken"),
        Mutant(
            "lock-tried-in-vain", in: "Mutex.waitForLock", "pthread_mutex_trylock(address) == 0",
            becomes: "pthread_mutex_trylock(address) == 0 || PLANTED", shownBy: "locks-are-taken"),
        Mutant(
            "lock-taken-twice", in: "Mutex.waitForLock", "backoff.pause()",
            becomes: """
                backoff.pause()
                if PLANTED, pthread_mutex_trylock(address) == 0 { continue }
                """, shownBy: "locks-are-taken"),
        Mutant(
            "lock-not-awaited", in: "Mutex.waitForLock", "pthread_mutex_lock(address)",
            becomes: "PLANTED ? 0 : pthread_mutex_lock(address)", shownBy: "locks-are-taken"),
    ]
}

extension Mutant {

    /// Defects of how a thread tries and waits for a lock that another one holds.
    static let ofLocks = [
        Mutant(
            "lock-not-tried", in: "Runtime/Locking/Mutex.swift",
            "if pthread_mutex_trylock(address) != 0 {",
            becomes: "if pthread_mutex_trylock(address) != 0, !PLANTED {",
            shownBy: "locks-are-taken"),
        Mutant(
            "lock-tried-in-vain", in: "Runtime/Locking/Mutex.swift",
            "if pthread_mutex_trylock(address) == 0 { return }",
            becomes: "if pthread_mutex_trylock(address) == 0 || PLANTED { return }",
            shownBy: "locks-are-taken"),
        Mutant(
            "lock-taken-twice", in: "Runtime/Locking/Mutex.swift",
            "            backoff.pause()\n",
            becomes:
                "            backoff.pause()\n            if PLANTED, pthread_mutex_trylock(address) == 0 { continue }\n",
            shownBy: "locks-are-taken"),
        Mutant(
            "lock-not-awaited", in: "Runtime/Locking/Mutex.swift",
            "let code = pthread_mutex_lock(address)",
            becomes: "let code = PLANTED ? 0 : pthread_mutex_lock(address)",
            shownBy: "locks-are-taken"),
    ]
}

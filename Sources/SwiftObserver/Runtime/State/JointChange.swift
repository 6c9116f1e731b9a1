/// A change of several variables in one step, by a closure of the client.
///
/// The closure runs under the locks of all variables, so that it's atomic, like a change in place.
/// The client's `==` runs under them, too. All variables that have changed then share one `Commit`.
/// So a combination or a derived value that depends on several of them gets one update.
enum JointChange {

    /// Changes variables, posts their updates, unlocks, and only then delivers.
    ///
    /// If the closure throws, the changes that it has made count.
    ///
    /// - Parameter author: The author of all updates. If it's `nil`, each variable is the author of
    ///   its own update, and the first one that's known to have changed is the author of all
    ///   others.
    static func perform<Result: ~Copyable, Failure: Error>(
        _ variables: [any JointVariable], as author: AnyObject?, _ act: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var locked = variables.flatMap(\.mutexes)
        locked.sort()
        for (one, next) in zip(locked, locked.dropFirst()) where one == next { Misuse.variableTwiceInChange.stop() }
        locked.lockTogether()
        // Not in the order of locks. Another thread that waits for one of them while it holds
        // another has locked a variable of both, or waits for a limited time. All variables are
        // locked here.
        for variable in variables { variable.combination?.lock() }
        for variable in variables { variable.begin() }
        let locks = Mutex.LocksSetAside()
        defer {
            locks.takeBack()
            finish(variables, locked, as: author)
        }
        return try EvaluatedNodes.run(nil, act)
    }

    private static func finish(_ variables: [any JointVariable], _ locked: [Mutex], as author: AnyObject?) {
        var changes: [DependencyChange] = [], common = author
        changes.reserveCapacity(variables.count)
        // Values are compared here, so this is inside of the change, too.
        EvaluatedNodes.run(nil) {
            for variable in variables {
                variable.finish(as: author ?? variable.variable, &changes)
                if common == nil, !changes.isEmpty { common = variable.variable }
            }
        }
        var completions = Completions()
        if !changes.isEmpty, let common { changes.make(as: common, &completions) }
        locked.unlock()
        completions.complete()
        // They hold values that may only be released now.
        withExtendedLifetime((variables, changes)) {}
    }
}

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
        let locked = variables.flatMap(\.dependencies).sorted { $0.identity < $1.identity }
        for (one, next) in zip(locked, locked.dropFirst()) where one.identity == next.identity {
            Misuse.variableTwiceInChange.stop()
        }
        locked.lockAll()
        for variable in variables { variable.combination?.lock() }
        for variable in variables { variable.begin() }
        let locks = Mutex.LocksSetAside()
        defer {
            locks.takeBack()
            finish(variables, locked, as: author)
        }
        return try EvaluatedNodes.run(nil, act)
    }

    private static func finish(
        _ variables: [any JointVariable], _ locked: [any AnyPublishedValue], as author: AnyObject?
    ) {
        var changes: [DependencyChange] = [], common = author
        // Values are compared here, so this is inside of the change, too.
        EvaluatedNodes.run(nil) {
            for variable in variables {
                let own = variable.finish(as: author ?? variable.variable)
                if common == nil, !own.isEmpty { common = variable.variable }
                changes += own
            }
        }
        var completions = Completions()
        if !changes.isEmpty, let common { changes.make(as: common, &completions) }
        for value in locked { value.unlock() }
        completions.complete()
        // They hold values that may only be released now.
        withExtendedLifetime((variables, changes)) {}
    }
}

/// A variable among several that change in one step, without the type of its value.
protocol JointVariable: AnyObject {

    /// The variable, to which everything else refers.
    var variable: AnyObject { get }

    /// The lock of the value, or if it's a combination, those of the variables that it combines.
    var mutexes: [Mutex] { get }

    /// The value itself if it's a combination. It's locked after all dependencies.
    var combination: (any AnyPublishedValue)? { get }

    /// Stores what `finish` requires. Call this when everything is locked.
    func begin()

    /// Unlocks the combination, if it's one, and adds the changes that are to be made.
    func finish(as author: AnyObject, _ changes: inout [DependencyChange])
}

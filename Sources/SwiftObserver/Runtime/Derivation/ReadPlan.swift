/// Everything that a node depends on, in the order in which a read needs it.
final class ReadPlan: Sendable {

    /// The variables and combinations, in the order of locks.
    let roots: [any Root]

    /// The nodes below, from the lowest one to the highest.
    ///
    /// The node itself isn't among them, because it retains the plan.
    let nodes: [AnyNode]

    /// O(n) in what the node depends on. It uses no recursion, because a graph can be deep.
    init(for node: AnyNode) {
        var roots: [any Root] = [], nodes = [node], found: Set<ObjectIdentifier> = []
        var index = 0
        while index < nodes.count {
            for source in nodes[index].sources where found.insert(source.identity).inserted {
                switch source {
                case .root(let root, _): roots.append(root)
                case .node(let node): nodes.append(node)
                }
            }
            index += 1
        }
        self.roots = roots.sorted { $0.lockRank < $1.lockRank }
        self.nodes = nodes.dropFirst().sorted(by: AnyNode.precedes)
    }

    /// The versions of all roots. They weren't necessarily current at one moment.
    var versions: [Int] { roots.map(\.record.version) }

    /// Returns whether these versions of all roots are current.
    ///
    /// Versions only grow. So if all are the same as at an earlier moment, all of them were current
    /// when the first one was loaded.
    func areCurrent(_ versions: [Int]) -> Bool {
        for (root, version) in zip(roots, versions) where root.record.version != version { return false }
        return true
    }
}

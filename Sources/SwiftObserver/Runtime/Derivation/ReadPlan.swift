/// Everything that a node depends on, in the order in which a read needs it.
final class ReadPlan: Sendable {

    /// The variables and combinations, in the order of locks.
    let roots: [Root]

    /// Their records.
    let records: [ValueRecord]

    /// The nodes below, from the lowest one to the highest.
    ///
    /// The node itself isn't among them, because it retains the plan.
    let nodes: [AnyNode]

    /// The indices of the sources of all nodes below, and at last of the node itself, among the
    /// roots and the nodes that follow them.
    let sources: [[Int]]

    /// O(n log n) in what the node depends on. It uses no recursion, because a graph can be deep.
    init(for node: AnyNode) {
        var roots: [Root] = [], nodes = [node], found: Set<ObjectIdentifier> = []
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
        records = self.roots.map(\.record)
        self.nodes = nodes.dropFirst().sorted(by: AnyNode.precedes)
        var indices: [ObjectIdentifier: Int] = [:]
        for record in records { indices[ObjectIdentifier(record)] = indices.count }
        for node in self.nodes { indices[ObjectIdentifier(node)] = indices.count }
        sources = (self.nodes + [node]).map { $0.sources.compactMap { indices[$0.identity] } }
    }

    /// The versions of all roots. They weren't necessarily current at one moment.
    var versions: [Int] { records.map(\.version) }
}

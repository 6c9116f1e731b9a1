/// The edges from one source to the live nodes that depend on it. The lock of the source guards
/// them.
struct Edges: ~Copyable {

    private var all = PlainArray<Edge>()

    var isEmpty: Bool {
        @inline(__always)
        get { all.count == 0 }
    }

    var count: Int {
        @inline(__always)
        get { all.count }
    }

    subscript(index: Int) -> Edge {
        @inline(__always)
        get { all[index] }
    }

    mutating func append(_ edge: Edge) {
        edge.input.pointee.position = count
        all.append(edge)
    }

    /// Removes an edge, which must be one of these. O(1).
    mutating func remove(_ edge: Edge) {
        let position = edge.input.pointee.position, last = all.removeLast()
        if position == count { return }
        all[position] = last
        last.input.pointee.position = position
    }
}

/// A connection from a source to a live node that depends on it.
///
/// Both ends have it as long as the node is live. Since a live node retains itself, an edge needn't
/// retain it. The thread that holds the lock of the source can therefore use the node.
struct Edge: BitwiseCopyable {

    /// The address of the target.
    let target: UnsafeMutableRawPointer

    /// The height of the target.
    let height: Int

    /// The index of the source among those of the target.
    let index: Int

    /// The input of the target. Its comments say which lock guards which part.
    let input: UnsafeMutablePointer<NodeInput>

    /// Returns whether the target of one edge is locked before that of another. That's the order of
    /// `AnyNode.precedes`.
    static func precedes(_ left: Edge, _ right: Edge) -> Bool {
        left.height == right.height
            ? left.target < right.target : left.height < right.height
    }
}

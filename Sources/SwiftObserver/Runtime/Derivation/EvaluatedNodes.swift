/// The nodes whose functions the calling thread is running, from the innermost to the outermost.
///
/// Changes of several variables are entries, too: no read inside of one may call a function.
enum EvaluatedNodes {

    /// An entry of the list, on the stack of the thread.
    private struct Entry {

        /// The node, or `nil` for a change of several variables, which are locked.
        let node: Unmanaged<AnyNode>?
        let outer: UInt
    }

    /// The address of the innermost entry.
    private static let word = ThreadLocalWord()

    /// Runs the function of a node, or if there's no node, a change of several variables.
    @inline(__always)
    static func run<Result: ~Copyable, Failure: Error>(
        _ node: AnyNode?, _ function: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = word.value
        let entry = Entry(node: node.map(Unmanaged.passUnretained), outer: outer)
        return try withUnsafePointer(to: entry) { (pointer) throws(Failure) -> Result in
            word.value = UInt(bitPattern: pointer)
            defer { word.value = outer }
            return try function()
        }
    }

    /// Runs handlers and other functions as if no function were running.
    static func setAside(_ act: () -> Void) {
        let outer = word.value
        if outer != 0 { word.value = 0 }
        act()
        if outer != 0 { word.value = outer }
    }

    /// `true` if this thread runs a function.
    static var areAny: Bool {
        @inline(__always)
        get { word.value != 0 }
    }

    /// Stops the program if a node that is being evaluated depends on a variable.
    ///
    /// - Parameter records: The records of the variable and of all combinations that contain it.
    @inline(__always)
    static func checkChange(of records: @autoclosure () -> [ValueRecord]) {
        if !areAny { return }
        let records = records()
        checkEntries { $0?.depends(onAnyOf: records) == true ? .changeInsideDerivation : nil }
    }

    /// Stops the program if that node is being evaluated, or several variables are being changed.
    ///
    /// Call this before the node is evaluated for a read.
    static func checkRead(of node: AnyNode) {
        if !areAny { return }
        checkEntries { $0 == nil ? .readInsideChange : $0 === node ? .readInsideDerivation : nil }
    }

    /// Stops the program if several variables are being changed.
    ///
    /// Call this before a node gets live, because it's then evaluated.
    static func checkStart() {
        if !areAny { return }
        checkEntries { $0 == nil ? .readInsideChange : nil }
    }

    @inline(never)
    private static func checkEntries(_ misuse: (AnyNode?) -> Misuse?) {
        var address = word.value
        while let entry = UnsafePointer<Entry>(bitPattern: address)?.pointee {
            misuse(entry.node?.takeUnretainedValue())?.stop()
            address = entry.outer
        }
    }
}

extension AnyNode {

    /// Returns whether the node depends on one of these values, directly or not.
    fileprivate func depends(onAnyOf records: [ValueRecord]) -> Bool {
        ReadPlan(for: self).roots.contains { root in records.contains { $0 === root.record } }
    }
}

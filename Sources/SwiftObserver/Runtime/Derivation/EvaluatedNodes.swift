/// The nodes whose functions the calling thread is running, from the innermost to the outermost.
enum EvaluatedNodes {

    /// An entry of the list, on the stack of the thread.
    private struct Entry {
        let node: Unmanaged<AnyNode>
        let outer: UInt
    }

    /// The address of the innermost entry.
    private static let word = ThreadLocalWord()

    /// Runs the function of a node.
    @inline(__always)
    static func run<Result>(_ node: AnyNode, _ function: () -> Result) -> Result {
        let outer = word.value
        let entry = Entry(node: Unmanaged.passUnretained(node), outer: outer)
        return withUnsafePointer(to: entry) {
            word.value = UInt(bitPattern: $0)
            defer { word.value = outer }
            return function()
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
        checkEntries { $0.depends(onAnyOf: records) ? .changeInsideDerivation : nil }
    }

    /// Stops the program if that node is being evaluated.
    static func checkRead(of node: AnyNode) {
        if word.value != 0 { checkEntries { $0 === node ? .readInsideDerivation : nil } }
    }

    @inline(never)
    private static func checkEntries(_ misuse: (AnyNode) -> Misuse?) {
        var address = word.value
        while let entry = UnsafePointer<Entry>(bitPattern: address)?.pointee {
            entry.node._withUnsafeGuaranteedRef { misuse($0) }?.stop()
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

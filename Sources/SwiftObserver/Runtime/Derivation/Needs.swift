/// The outcomes of sources that an item of an agenda needs.
///
/// Almost all need one outcome of some of the first sources, which takes one word.
struct Needs {

    /// The bits of the sources of which one outcome is needed.
    private var ones: UInt64 = 0

    /// Other needs, if there are any.
    private var others: [Need]?

    private struct Need {
        let source: Int
        let count: Int
    }

    /// Adds a number of outcomes of a source, which wasn't added before.
    @inline(__always)
    mutating func add(_ source: Int, count: Int = 1) {
        if source < 64, count == 1 { ones |= 1 << UInt64(source) } else { addOther(source, count) }
    }

    @inline(never)
    private mutating func addOther(_ source: Int, _ count: Int) {
        if others == nil { others = [] }
        others?.append(Need(source: source, count: count))
    }

    /// Returns whether all needs are met, as the closure says.
    ///
    /// - Parameter met: How many of the other needs are known to be met, which only grows. So all
    ///   calls together take as long as one that looks at each need.
    @inline(__always)
    borrowing func areMet(_ met: inout Int, _ isMet: (_ source: Int, _ count: Int) -> Bool) -> Bool {
        var ones = ones
        while ones != 0 {
            if !isMet(ones.trailingZeroBitCount, 1) { return false }
            ones &= ones - 1
        }
        guard let others else { return true }
        while met < others.count {
            if !isMet(others[met].source, others[met].count) { return false }
            met += 1
        }
        return true
    }

    /// Calls the closure for each source, with the number of outcomes.
    @inline(__always)
    borrowing func forEach(_ act: (_ source: Int, _ count: Int) -> Void) {
        var ones = ones
        while ones != 0 {
            act(ones.trailingZeroBitCount, 1)
            ones &= ones - 1
        }
        if let others { for need in others { act(need.source, need.count) } }
    }
}

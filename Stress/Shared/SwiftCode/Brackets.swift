/// The positions at which parentheses, brackets and braces close.
struct Brackets {

    private var closings: [Int: Int] = [:]

    /// Finds the pairs of brackets.
    ///
    /// Each branch of an `#if` begins with the brackets that are open before it. A branch that
    /// leaves one open closes it.
    init(_ tokens: [Token]) {
        var open: [Int] = [], openBeforeConditions: [[Int]] = []
        for (index, token) in tokens.enumerated() {
            if token.opens {
                open.append(index)
            } else if token.closes {
                if let start = open.popLast() { closings[start] = index }
            } else if token.text == "#if" {
                openBeforeConditions.append(open)
            } else if token.text == "#else" || token.text == "#elseif", let before = openBeforeConditions.last {
                for start in open.dropFirst(before.count) { closings[start] = index }
                open = before
            } else if token.text == "#endif" {
                _ = openBeforeConditions.popLast()
            }
        }
    }

    /// The token that closes the bracket at a token, or `nil` if there's none.
    func closing(_ open: Int) -> Int? { closings[open] }
}

/// Where parentheses, brackets and braces close.
struct Brackets {

    private var closings: [Int: Int] = [:]

    /// Each branch of an `#if` begins with what is open before it. A branch that leaves something open closes it.
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

    /// The token that closes what that token opens, or `nil` if it opens nothing or that is never closed.
    func closing(_ open: Int) -> Int? { closings[open] }
}

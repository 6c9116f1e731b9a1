/// Combines two variables into one whose value is the ``Pair`` of their values.
///
/// The combination is a variable like any other, but it has no value of its own. It reads and sets
/// the variables that it combines:
///
/// ```swift
/// let text = Var("old"), number = Var(1)
/// let both = text +++ number
///
/// observer.observe(both) { update in
///     print("\(update.new.left) \(update.new.right)")
/// }
///
/// number <- 7              // prints "old 7"
/// both <- "new" +++ 42     // prints "new 42", and observers of text and number get their updates
/// both.value.right += 1    // prints "new 43"
/// ```
///
/// You can combine combinations: `a +++ b +++ c` is `(a +++ b) +++ c`, with the value
/// `Pair(Pair(1, 2), 3)`.
///
/// **Order:** The updates of a combination form a chain, whichever threads change it or its
/// variables. A change that sets several of the variables is one update. No thread sees half of it,
/// neither in an update of any combination of these variables, nor in its value.
///
/// Unless another thread is delivering already, observers of the variables receive their updates
/// first, from left to right, and then observers of the combinations. The author of the change is
/// the author of all these updates. Messages that are sent through one of the variables aren't
/// changes, and the combination doesn't send them.
///
/// **Threads:** Changing a combination in place locks all of its variables. Code that runs inside
/// of such a change must not touch the combination or any of its variables. That stops the program,
/// with a message that says so.
///
/// **Lifetime:** The combination retains its variables. They don't retain the combination.
///
/// - Complexity: O(n) in combined variables. A change of a variable is O(m), where m is the number
///   of combinations that it's part of. It copies the old value, even if it's in place.
public func +++ <Left: Sendable, Right: Sendable>(
    left: Variable<Left>, right: Variable<Right>
) -> Variable<Pair<Left, Right>> {
    Variable(combining: left, right)
}

extension Variable {

    fileprivate convenience init<Left, Right>(combining left: Variable<Left>, _ right: Variable<Right>)
    where Value == Pair<Left, Right> {
        let sources = [
            CombinedSource(office: left.office, type: Variable<Left>.self),
            CombinedSource(office: right.office, type: Variable<Right>.self),
        ]
        self.init(Pair(left.value, right.value), office: CombinedOffice(of: sources))
        let record = ValueRecord()
        let linksOfLeft = left.published.links(to: published, record, at: \.left)
        let linksOfRight = right.published.links(to: published, record, at: \.right)
        published.combine(linksOfLeft + linksOfRight, record, of: [left, right])
    }
}

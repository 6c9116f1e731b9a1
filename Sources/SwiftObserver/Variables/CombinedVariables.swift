/// Combines two variables to one whose value is the ``Pair`` of their values.
///
/// The combination is a variable with all that belongs to one, but it has no value of its own. It reads and sets the
/// variables that it combines:
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
/// Combinations can be combined again: `a +++ b +++ c` is `(a +++ b) +++ c`, with the value `Pair(Pair(1, 2), 3)`.
///
/// **Order:** The updates of a combination form a chain, whatever threads change it and the variables. One change is one
/// update, also when it sets several of the variables, and no one ever sees one half of it: neither in an update of any
/// combination of these variables, nor in its value. Unless others are delivering already, the observers of the variables
/// get their updates first, from left to right, and then those of the combinations. The author of the change is the
/// author of all of these. Messages that someone sends through one of the variables are no changes, and the combination
/// doesn't send them.
///
/// **Threads:** Changing a combination in place locks all of its variables. Code that runs inside such a change must not
/// touch the combination nor any of its variables: that stops the program with a message that says so.
///
/// **Lifetime:** The combination holds the variables strongly. They don't hold the combination.
///
/// - Complexity: O(n) in variables that are combined. A change of a variable is O(m), with m being the number of
///   combinations that it's part of, and copies its old value, also in place.
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
        let links = left.published.links(to: published, at: \.left) + right.published.links(to: published, at: \.right)
        published.combine(links, of: [left, right])
    }
}

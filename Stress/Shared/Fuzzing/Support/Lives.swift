/// Counts what lives, by what it is and which operation made it.
final class Lives: Sendable {

    private let counters = Role.allCases.map { _ in Operation.all.map { _ in Counter() } }
    private let total = Counter()
    private let everBorn = Counter()

    /// How many live.
    var now: Int { total.value }

    /// How many have ever lived.
    var ever: Int { everBorn.value }

    func begin(_ role: Role, by operation: Int) {
        counters[role.rawValue][operation].add(1)
        total.add(1)
        everBorn.add(1)
    }

    func end(_ role: Role, by operation: Int) {
        counters[role.rawValue][operation].add(-1)
        total.add(-1)
    }

    /// Who lives, as text.
    var description: String {
        Role.allCases.flatMap { role in
            Operation.all.enumerated().compactMap { index, operation in
                let count = counters[role.rawValue][index].value
                return count == 0 ? nil : "\(count) \(role) of \(operation.name)"
            }
        }.joined(separator: ", ")
    }
}

/// What a mortal is there for.
enum Role: Int, CaseIterable { case message, author, observer, observable, closure, task, block }

/// Counts what lives, by what it is and which operation made it.
final class LiveObjects: Sendable {

    private let counters = MortalRole.allCases.map { _ in Operation.all.map { _ in AtomicCounter() } }
    private let total = AtomicCounter()
    private let everBorn = AtomicCounter()

    /// How many live.
    var now: Int { total.value }

    /// How many have ever lived.
    var ever: Int { everBorn.value }

    func begin(_ role: MortalRole, by operation: Int) {
        counters[role.rawValue][operation].add(1)
        total.add(1)
        everBorn.add(1)
    }

    func end(_ role: MortalRole, by operation: Int) {
        counters[role.rawValue][operation].add(-1)
        total.add(-1)
    }

    /// Who lives, as text.
    var description: String {
        MortalRole.allCases.flatMap { role in
            Operation.all.enumerated().compactMap { index, operation in
                let count = counters[role.rawValue][index].value
                return count == 0 ? nil : "\(count) \(role) of \(operation.name)"
            }
        }.joined(separator: ", ")
    }
}

/// What a mortal is there for.
enum MortalRole: Int, CaseIterable { case message, author, observer, observable, closure, task, block }

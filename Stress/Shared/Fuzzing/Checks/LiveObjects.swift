/// Counts living objects, by role and by the operation that made them.
final class LiveObjects: Sendable {

    private let counters = MortalRole.allCases.map { _ in Operation.all.map { _ in AtomicCounter() } }
    private let total = AtomicCounter()
    private let everBorn = AtomicCounter()

    /// The number of living objects.
    var now: Int { total.value }

    /// The number of objects that have ever lived.
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

    /// The living objects, as text.
    var description: String {
        MortalRole.allCases.flatMap { role in
            Operation.all.enumerated().compactMap { index, operation in
                let count = counters[role.rawValue][index].value
                return count == 0 ? nil : "\(count) \(role) of \(operation.name)"
            }
        }.joined(separator: ", ")
    }
}

/// The role of a mortal.
enum MortalRole: Int, CaseIterable { case message, author, observer, observable, closure, task, block }

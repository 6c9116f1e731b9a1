import StressSupport

/// An operation of a thread, a handler or a dying object.
struct Operation: Sendable {

    let name: String

    /// The frequency, relative to other operations.
    let weight: Int

    let act: @Sendable (inout OperationContext) throws -> Void

    init(_ name: String, weight: Int = 2, _ act: @escaping @Sendable (inout OperationContext) throws -> Void) {
        self.name = name
        self.weight = weight
        self.act = act
    }

    static let all =
        sending + starting + starts + ending + coming + transforming + changing + deriving + promising + looping
        + bounding + [Operation("last-words", weight: 0) { _ in }]

    /// The index of the operations of dying observers and observables on themselves.
    static let lastWords = all.count - 1

    private static let lots = all.indices.flatMap { Array(repeating: $0, count: all[$0].weight) }

    /// The index of a random operation.
    static func any(_ random: inout SplitMix64) -> Int { lots[random.below(lots.count)] }
}

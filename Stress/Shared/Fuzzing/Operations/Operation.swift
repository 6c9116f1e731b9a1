import StressSupport

/// Something that a thread, a handler or a dying object can do.
struct Operation: Sendable {

    let name: String

    /// How often it's chosen in comparison with others.
    let weight: Int

    let act: @Sendable (inout OperationContext) throws -> Void

    init(_ name: String, weight: Int = 2, _ act: @escaping @Sendable (inout OperationContext) throws -> Void) {
        self.name = name
        self.weight = weight
        self.act = act
    }

    static let all =
        sending + starting + starts + ending + coming + transforming + changing + promising + looping + bounding
        + [Operation("last-words", weight: 0) { _ in }]

    /// The index of what observers and observables do with themselves while they die.
    static let lastWords = all.count - 1

    private static let lots = all.indices.flatMap { Array(repeating: $0, count: all[$0].weight) }

    /// The index of any operation.
    static func any(_ random: inout SplitMix64) -> Int { lots[random.below(lots.count)] }
}

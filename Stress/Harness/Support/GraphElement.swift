/// A variable or a derived value in a random graph, and everything that follows from its sources.
struct GraphElement: Sendable {

    /// A direct source of a derived value: an element, or a pair of variables.
    enum Source: Hashable, Sendable { case element(Int), pair(Int) }

    /// The number in the graph. Variables come first. Sources come before what depends on them.
    let id: Int

    /// The sources, or none for a variable. If one is a pair, it's the first of at most two.
    let sources: [Source]

    /// `true` if the function gets an array of values, and `false` if it gets single values.
    let takesArray: Bool

    /// The elements whose values the function gets, with the two variables of a pair.
    let inputs: [Int]

    /// The variables that it depends on, directly or not.
    let variables: [Int]

    /// The bits of each version that it shows.
    ///
    /// A *dull* value lacks the lowest ones, so it often stays the same.
    let mask: Versions.Numbers

    /// `true` if it shows each version exactly, so that each change of a variable shows.
    var isExact: Bool { variables.indices.allSatisfy { mask[$0] == -1 } }

    /// The steps of the function for each input.
    let merging: [[MergeStep]]

    /// The rules for versions that the function has merged.
    let ties: [Tie]

    /// A step of the function, for one version of an input.
    struct MergeStep: Sendable {
        let place: Int
        let target: Int

        /// The bits that must be equal to those of earlier inputs. There are none without these.
        let common: Int32

        /// `true` if no earlier input shows more bits.
        let isTaken: Bool
    }

    /// A rule for two variables: the first version is ahead by at most a number.
    struct Tie: Sendable {
        let first: Int
        let second: Int
        let lead: Int32
        let mask: Int32
    }

    /// The place of a variable in the versions.
    func place(of variable: Int) -> Int? { variables.firstIndex(of: variable) }

    /// The versions in words.
    func text(_ numbers: Versions.Numbers) -> String { "\(variables.indices.map { numbers[$0] })" }

    /// The numbers that it must show for these versions of all variables.
    func numbers(for versions: [Int32]) -> Versions.Numbers {
        var numbers = Versions.Numbers.zero
        for (place, variable) in variables.enumerated() { numbers[place] = versions[variable] }
        return numbers & mask
    }
}

extension GraphElement {

    /// A variable.
    init(variable: Int) {
        self.init(
            id: variable, sources: [], takesArray: false, inputs: [], variables: [variable],
            mask: Versions.Numbers(repeating: -1), merging: [], ties: [])
    }

    /// A derived value that doesn't show the lowest bits of versions.
    init(
        id: Int, sources: [Source], takesArray: Bool, inputs: [GraphElement], hiddenBits: Int,
        ties: (_ first: Int, _ second: Int) -> (lead: Int32, first: Int)?
    ) {
        let variables = Set(inputs.flatMap(\.variables)).sorted()
        var known = Versions.Numbers.zero, merging: [[MergeStep]] = []
        for input in inputs {
            merging.append(
                input.variables.enumerated().map { place, variable in
                    let target = variables.firstIndex(of: variable)!, bits = input.mask[place]
                    let step = MergeStep(
                        place: place, target: target, common: bits & known[target], isTaken: bits & ~known[target] != 0)
                    known[target] |= bits
                    return step
                })
        }
        var allTies: [Tie] = []
        for one in variables.indices {
            for other in variables.indices.dropFirst(one + 1) {
                guard let tie = ties(variables[one], variables[other]) else { continue }
                let mask = known[one] & known[other]
                guard tie.lead == 0 || mask == -1 else { continue }
                let isSwapped = tie.first == variables[other]
                allTies.append(
                    Tie(first: isSwapped ? other : one, second: isSwapped ? one : other, lead: tie.lead, mask: mask))
            }
        }
        self.init(
            id: id, sources: sources, takesArray: takesArray, inputs: inputs.map(\.id), variables: variables,
            mask: known & Versions.Numbers(repeating: -1 << Int32(hiddenBits)), merging: merging, ties: allTies)
    }
}

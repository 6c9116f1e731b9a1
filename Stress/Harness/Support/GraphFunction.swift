import StressSupport

/// The function of one derived value in a random graph. It judges its arguments.
///
/// The result has the version of each variable that an argument knows. Arguments must agree about
/// versions, or they're values of different ages.
final class GraphFunction: Sendable {

    let element: GraphElement
    private let tally: Tally
    private let counted: CountedObject
    private let total = Total()

    init(_ element: GraphElement, _ tally: Tally, _ lives: LiveCount) {
        self.element = element
        self.tally = tally
        counted = CountedObject(lives)
    }

    /// The number of calls.
    var calls: Int { total.now }

    func result(_ values: Versions...) -> Versions { result(of: values) }

    func result(of values: [Versions]) -> Versions {
        var merge = Merge(self)
        for value in values { merge.add(value) }
        return merge.result
    }

    /// One call of the function, which gets one argument after the other.
    struct Merge {

        private let function: GraphFunction
        private var numbers = Versions.Numbers.zero
        private var input = 0

        init(_ function: GraphFunction) { self.function = function }

        mutating func add(_ value: Versions) {
            let element = function.element, source = element.inputs[input]
            if !value.isIntact(of: source) { function.tally.violate("torn: \(element.id) got a broken \(source)") }
            for step in element.merging[input] {
                let number = value.numbers[step.place]
                if (number ^ numbers[step.target]) & step.common != 0 {
                    function.tally.violate(
                        "glitch: variable \(element.variables[step.target]) has versions \(numbers[step.target]) and "
                            + "\(number) in one call for \(element.id)")
                }
                if step.isTaken { numbers[step.target] = number }
            }
            input += 1
        }

        var result: Versions {
            let element = function.element
            function.total.add(1)
            for tie in element.ties {
                let lead = (numbers[tie.first] & tie.mask) - (numbers[tie.second] & tie.mask)
                if lead < 0 || lead > tie.lead {
                    function.tally.violate(
                        "mixed: \(element.id) got versions \(numbers[tie.first]) and \(numbers[tie.second]) of variables "
                            + "\(element.variables[tie.first]) and \(element.variables[tie.second])")
                }
            }
            return Versions(numbers & element.mask, of: element.id)
        }
    }
}

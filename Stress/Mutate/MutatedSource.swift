/// A source file with several mutants of itself, each of which is active for its number.
///
/// The statements around a change are repeated once for each mutant, and once without a change. So
/// all mutants need just one build.
struct MutatedSource {

    private(set) var text = ""

    /// The lines that contain only one mutant, and the lines that contain several.
    private(set) var ownLines: [(lines: ClosedRange<Int>, mutant: Int)] = []
    private(set) var sharedLines: [(lines: ClosedRange<Int>, mutants: [Int])] = []

    private let code: SourceCode
    private let values: [LineMutant]
    private let bodies: [(range: Range<Int>, mutants: [LineMutant])]
    private var line = 1

    init(_ code: SourceCode, _ mutants: [LineMutant]) {
        self.code = code
        var values: [LineMutant] = [], bodies: [Range<Int>: [LineMutant]] = [:]
        for mutant in mutants {
            switch mutant.change.place {
            case .value: values.append(mutant)
            case .body(let range): bodies[range, default: []].append(mutant)
            }
        }
        self.values = values
        self.bodies = bodies.map { ($0, $1) }.sorted {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        weave(0..<code.text.count, from: 0)
    }

    /// The mutants that certainly cause an error in one of these lines.
    func guilty(ofErrorsIn lines: [Int]) -> [Int] {
        lines.compactMap { line in ownLines.first { $0.lines.contains(line) }?.mutant }
    }

    /// The mutants that may cause an error in one of these lines.
    ///
    /// The compiler reports some errors where a declaration begins.
    func suspects(ofErrorsIn lines: [Int]) -> [Int] {
        lines.flatMap { line in
            let around = sharedLines.filter { $0.lines.contains(line) }.min { $0.lines.count < $1.lines.count }
            let next = sharedLines.filter { $0.lines.lowerBound > line }.min {
                $0.lines.lowerBound < $1.lines.lowerBound
            }
            return (around ?? next)?.mutants ?? []
        }
    }

    private mutating func weave(_ range: Range<Int>, from first: Int) {
        var position = range.lowerBound, index = first
        while index < bodies.count {
            let (body, mutants) = bodies[index]
            index += 1
            guard body.lowerBound >= position, range.contains(body) else { continue }
            copy(position..<body.lowerBound)
            let start = line
            write("\n")
            for mutant in mutants {
                write("if isMutant(\(mutant.number)) {\n")
                let start = line
                let change = mutant.change.range
                write(code.text(body.lowerBound..<change.lowerBound) + mutant.change.replacement)
                write(code.text(change.upperBound..<body.upperBound) + "\n} else ")
                ownLines.append((start...line, mutant.number))
            }
            write("{\n")
            weave(body, from: index)
            write("\n}\n")
            sharedLines.append((start...line, mutants.map(\.number)))
            position = body.upperBound
        }
        copy(position..<range.upperBound)
    }

    /// Copies code that contains no bodies with mutants.
    private mutating func copy(_ range: Range<Int>) {
        var position = range.lowerBound
        let inside = values.filter { range.contains($0.change.range) }
        for mutant in inside.sorted(by: { $0.change.range.lowerBound < $1.change.range.lowerBound }) {
            let change = mutant.change.range
            if change.lowerBound < position { continue }
            write(code.text(position..<change.lowerBound))
            write("(isMutant(\(mutant.number)) ? \(mutant.change.replacement) : \(code.text(change)))")
            sharedLines.append((line...line, [mutant.number]))
            position = change.upperBound
        }
        write(code.text(position..<range.upperBound))
    }

    private mutating func write(_ new: String) {
        text += new
        line += new.utf8.count { $0 == .newline }
    }
}

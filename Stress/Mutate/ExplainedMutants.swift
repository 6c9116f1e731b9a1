import Foundation
import StressSupport

/// The reasons why some mutants may survive, from `Explained.txt`.
///
/// Each line there has a declaration around the change, the line before and after the change, and
/// the reason, separated by ` ¦ `. If `*` replaces the line after the change, it matches any change
/// of that line.
struct ExplainedMutants {

    private let reasons: [String: String]

    init(root: String) throws {
        let text = try String(contentsOfFile: "\(root)/Stress/Mutate/Explained.txt", encoding: .utf8)
        var reasons: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.components(separatedBy: " ¦ ")
            guard parts.count == 4 else { throw ProgramError("Explained.txt: a line doesn't have four parts: \(line)") }
            reasons[parts[..<3].joined(separator: "\n")] = parts[3]
        }
        self.reasons = reasons
    }

    /// Throws if a line matches no mutant, because the code has changed.
    func check(against mutants: [LineMutant]) throws(ProgramError) {
        let known = Set(mutants.flatMap(keys))
        guard let stale = reasons.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw ProgramError("Explained.txt: no mutant matches this line: \(stale.replacing("\n", with: " ¦ "))")
    }

    func reason(of mutant: LineMutant) -> String? { keys(of: mutant).lazy.compactMap { reasons[$0] }.first }

    private func keys(of mutant: LineMutant) -> [String] {
        let before = mutant.before, after = mutant.after
        return mutant.declarations.flatMap { ["\($0)\n\(before)\n\(after)", "\($0)\n\(before)\n*"] }
    }
}

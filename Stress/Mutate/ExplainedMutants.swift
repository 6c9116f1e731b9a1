import Foundation
import StressSupport

/// Why some mutants may live, from `Explained.txt`.
///
/// Each line there has the file, the line before and after the change, and the reason, with ` ¦ ` in between. Where `*`
/// stands for the line after the change, any change of that line is meant.
struct ExplainedMutants {

    private let reasons: [String: String]

    init(root: String) throws {
        let text = try String(contentsOfFile: "\(root)/Stress/Mutate/Explained.txt", encoding: .utf8)
        var reasons: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.components(separatedBy: " ¦ ")
            guard parts.count == 4 else { throw ProgramError("Explained.txt: not four parts in: \(line)") }
            reasons[parts[..<3].joined(separator: "\n")] = parts[3]
        }
        self.reasons = reasons
    }

    func reason(of mutant: LineMutant) -> String? {
        let key = [mutant.code.file, mutant.before]
        return reasons[(key + [mutant.after]).joined(separator: "\n")] ?? reasons[(key + ["*"]).joined(separator: "\n")]
    }
}

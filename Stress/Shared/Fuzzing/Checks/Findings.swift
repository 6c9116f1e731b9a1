import StressSupport

/// Collects findings, and prints them immediately.
public final class Findings: Sendable {

    private let reports = Guarded((total: 0, kinds: [Substring: Int]()))

    public init() {}

    public var isEmpty: Bool { reports.withLock { $0.total == 0 } }

    /// Reports a finding, which begins with its kind. Only two of each kind are reported.
    func report(_ finding: String) {
        let number = reports.withLock { reports in
            reports.total += 1
            reports.kinds[finding.prefix { $0 != ":" }, default: 0] += 1
            return reports.kinds[finding.prefix { $0 != ":" }, default: 0]
        }
        if number <= 2 { printError("VIOLATION \(finding)\n\(OperationStack.all)") }
    }
}

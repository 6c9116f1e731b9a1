import Testing

/// Issues that test helpers report while a test checks their reports. They don't fail the test.
enum Reports {
    @TaskLocal fileprivate static var taken: Recorder<Issue>?
}

/// Returns the issues that helpers report in the closure. The test or its suite must be
/// `.takingReports`.
func reports(of act: () throws -> Void) rethrows -> [Issue] {
    let taken = Recorder<Issue>()
    try Reports.$taken.withValue(taken) { try act() }
    return taken.values
}

/// Returns the issues that helpers report in the closure. The test or its suite must be
/// `.takingReports`.
func reports(
    isolation: isolated (any Actor)? = #isolation, of act: () async throws -> Void
) async rethrows -> [Issue] {
    let taken = Recorder<Issue>()
    try await Reports.$taken.withValue(taken) { try await act() }
    return taken.values
}

extension Trait where Self == IssueHandlingTrait {

    /// Lets `reports` catch the reports of helpers. Failed expectations remain issues.
    static var takingReports: Self {
        .compactMapIssues { issue in
            guard let taken = Reports.taken, case .unconditional = issue.kind else { return issue }
            taken.record(issue)
            return nil
        }
    }
}

extension Issue {

    /// The text of the report.
    var text: String { comments.map(\.rawValue).joined(separator: "\n") }

    /// The line number of the report.
    var line: Int? { sourceLocation?.line }
}

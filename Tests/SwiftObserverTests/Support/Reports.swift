import Testing

/// What a helper for tests reports while a test looks whether it does. That's no issue of the test.
enum Reports {
    @TaskLocal fileprivate static var taken: Recorder<Issue>?
}

/// The issues that helpers report while the closure runs. The test, or its suite, must be `.takingReports`.
func reports(of act: () throws -> Void) rethrows -> [Issue] {
    let taken = Recorder<Issue>()
    try Reports.$taken.withValue(taken) { try act() }
    return taken.values
}

/// The issues that helpers report while the closure runs. The test, or its suite, must be `.takingReports`.
func reports(
    isolation: isolated (any Actor)? = #isolation, of act: () async throws -> Void
) async rethrows -> [Issue] {
    let taken = Recorder<Issue>()
    try await Reports.$taken.withValue(taken) { try await act() }
    return taken.values
}

extension Trait where Self == IssueHandlingTrait {

    /// Lets `reports` take what helpers report. Expectations that fail are still issues.
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

    /// The number of the line where it was reported.
    var line: Int? { sourceLocation?.line }
}

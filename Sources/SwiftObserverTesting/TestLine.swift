import Testing
import XCTest

/// A line of a test, at which the test fails if something isn't as expected. Works with Testing and with XCTest, whichever runs
/// the test. On other threads than that of the test, Testing doesn't tell which test it is. Then both are told: the one that runs no test
/// ignores it, and Testing lets the run fail.
struct TestLine: Sendable {

    private let fileID: StaticString
    private let filePath: StaticString
    private let line: UInt
    private let isOfTesting: Bool

    /// Called where the test runs, so that it's known which kind of test that is.
    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        isOfTesting = Test.current != nil
    }

    /// Lets the test fail.
    func fail(_ text: String) {
        let location = SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: 1)
        Issue.record(Comment(rawValue: text), sourceLocation: location)
        if !isOfTesting { XCTFail(text, file: filePath, line: line) }
    }
}

import Testing
import XCTest

/// A line of a test, at which the test fails if an expectation isn't met.
///
/// It works with Testing and with XCTest, whichever runs the test. On other threads than that of
/// the test, Testing doesn't say which test it is. The failure is then reported to both. The one
/// that runs no test ignores it, and Testing fails the run.
struct TestLine: Sendable, CustomStringConvertible {

    private let fileID: StaticString
    private let filePath: StaticString
    private let line: UInt

    /// The test of Testing that contains this line, if it's known.
    let test: Test.ID?

    /// Creates a line. Call it where the test runs, since that shows which kind of test it is.
    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        test = Test.current?.id
    }

    var description: String { "\(fileID):\(line)" }

    /// Fails the test.
    func fail(_ text: String) {
        let location = SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: 1)
        Issue.record(Comment(rawValue: text), sourceLocation: location)
        if test == nil { XCTFail(text, file: filePath, line: line) }
    }
}

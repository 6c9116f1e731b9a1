import Testing
import XCTest

/// A line of a test, at which the test fails if something isn't as expected. Works with Testing and
/// with XCTest, whichever runs the test. On other threads than that of the test, Testing doesn't
/// tell which test it is. Then both are told: the one that runs no test ignores it, and Testing
/// lets the run fail.
struct TestLine: Sendable, CustomStringConvertible {

    private let fileID: StaticString
    private let filePath: StaticString
    private let line: UInt

    /// The test of Testing in which this is, if that's known.
    let test: Test.ID?

    /// Called where the test runs, so that it's known which kind of test that is.
    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        test = Test.current?.id
    }

    var description: String { "\(fileID):\(line)" }

    /// Lets the test fail.
    func fail(_ text: String) {
        let location = SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: 1)
        Issue.record(Comment(rawValue: text), sourceLocation: location)
        if test == nil { XCTFail(text, file: filePath, line: line) }
    }
}

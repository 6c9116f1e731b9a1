import Foundation

/// How much the tests do. Sanitizers slow everything down, so `RELAY_TESTS_SCALE=0.1` lets them do a tenth.
enum Scale {

    private static let factor = ProcessInfo.processInfo.environment["RELAY_TESTS_SCALE"].flatMap { Double($0) } ?? 1

    /// Whether memory can be measured. Sanitizers need a multiple of it for themselves.
    static let measuresMemory = factor == 1

    /// A million.
    static let many = Int(1_000_000 * factor)

    /// A thousand.
    static let some = Int(1_000 * factor)
}

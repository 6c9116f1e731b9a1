import Foundation

/// The amount of work in the tests.
///
/// Sanitizers make everything slow, so `RELAY_TESTS_SCALE=0.1` reduces the work to a tenth.
enum Scale {

    private static let factor = ProcessInfo.processInfo.environment["RELAY_TESTS_SCALE"].flatMap { Double($0) } ?? 1

    /// `true` if memory can be measured. Sanitizers themselves need a multiple of it.
    static let measuresMemory = factor == 1

    /// A million.
    static let many = Int(1_000_000 * factor)

    /// A thousand.
    static let some = Int(1_000 * factor)
}

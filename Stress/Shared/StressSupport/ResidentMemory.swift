import Foundation

/// How many bytes of the main memory this process takes, what it shares with others included, or nil where that can't be
/// told.
package func residentBytes() -> Int? { memoryBytes { $0[1] } }

/// The same without what the process reads from files, like its code.
package func anonymousResidentBytes() -> Int? { memoryBytes { $0[1] - $0[2] } }

/// Gives memory back to the system that was freed. Otherwise, what is allocated next may need none of it, and no growth is seen.
package func giveBackFreedMemory() {
    #if canImport(Glibc)
        malloc_trim(0)
    #endif
}

#if canImport(Glibc)
    /// A function of the C library that its module doesn't show.
    @_silgen_name("malloc_trim")
    @discardableResult
    private func malloc_trim(_ kept: Int) -> Int32
#endif

/// What is to be counted, given all sizes in pages.
private func memoryBytes(_ pages: ([Int]) -> Int) -> Int? {
    guard let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let counts = sizes.split(separator: " ").compactMap { Int($0) }
    return counts.count > 2 ? pages(counts) * Int(sysconf(Int32(_SC_PAGESIZE))) : nil
}

import Foundation

/// The bytes of main memory that this process uses, including shared memory.
///
/// It's `nil` where the system doesn't tell.
package func residentBytes() -> Int? { memoryBytes { $0[1] } }

/// The bytes without files that the process reads, like its code.
package func anonymousResidentBytes() -> Int? { memoryBytes { $0[1] - $0[2] } }

/// Returns freed memory to the system.
///
/// Otherwise, the next allocations could use that memory, and growth wouldn't show.
package func giveBackFreedMemory() {
    #if canImport(Glibc)
        malloc_trim(0)
    #endif
}

#if canImport(Glibc)
    /// A function of the C library that its module doesn't export.
    @_silgen_name("malloc_trim")
    @discardableResult
    private func malloc_trim(_ kept: Int) -> Int32
#endif

/// Computes bytes from all sizes in pages.
private func memoryBytes(_ pages: ([Int]) -> Int) -> Int? {
    guard let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let counts = sizes.split(separator: " ").compactMap { Int($0) }
    return counts.count > 2 ? pages(counts) * Int(sysconf(Int32(_SC_PAGESIZE))) : nil
}

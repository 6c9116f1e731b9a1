import Foundation

/// Copies the library's C declarations into a copy of the package.
package func copyReferenceCounts(from root: String, to directory: String) throws {
    let folder = "Sources/ReferenceCounts", files = FileManager.default
    for file in ["ReferenceCounts.c", "include/ReferenceCounts.h"] {
        let copy = "\(directory)/\(folder)/\(file)"
        try files.createDirectory(
            atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try String(contentsOfFile: "\(root)/\(folder)/\(file)", encoding: .utf8)
            .write(toFile: copy, atomically: true, encoding: .utf8)
    }
}

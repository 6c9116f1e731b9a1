import Foundation
import StressSupport
import SwiftCode

/// A copy of the package with the library, its unit tests, and mutants.
struct PackageCopy {

    let root = FileManager.default.currentDirectoryPath
    var directory: String { "\(root)/.build/mutants" }

    /// The sources from which mutants are made.
    func sources() throws -> [SourceCode] {
        let sources = try SwiftSources(folder: "\(root)/Sources/SwiftObserver").sources
        let relevant = sources.filter { source in
            !source.file.hasPrefix("Deprecated/") && !source.file.contains("Exploration/Schedule")
        }
        return relevant.map(SourceCode.init)
    }

    /// Copies all files that never change.
    func prepare() throws {
        let tests = try files(in: "Tests/SwiftObserverTests").map { "Tests/SwiftObserverTests/\($0)" }
        let sources = try files(in: "Sources/SwiftObserver").map { "Sources/SwiftObserver/\($0)" }
        for folder in ["Tests", "Sources"] {
            for file in try files(in: folder, of: directory) where !(tests + sources).contains("\(folder)/\(file)") {
                try FileManager.default.removeItem(atPath: "\(directory)/\(folder)/\(file)")
            }
        }
        for file in tests + sources.filter({ $0.contains("/Deprecated/") }) {
            try write(try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8), to: file)
        }
        try copyReferenceCounts(from: root, to: directory)
        try write(manifest, to: "Package.swift")
        try write(question, to: "Sources/SwiftObserver/Mutant.swift")
    }

    func write(_ text: String, to file: String) throws { try writeChanged(text, to: "\(directory)/\(file)") }

    /// The Swift files in a folder of this package, or of a copy that may not exist yet.
    private func files(in folder: String, of root: String? = nil) throws -> [String] {
        let path = "\(root ?? self.root)/\(folder)"
        return FileManager.default.fileExists(atPath: path) ? try swiftFiles(in: path) : []
    }
}

private let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
        name: "Mutants",
        targets: [
            .target(name: "ReferenceCounts"),
            .target(
                name: "SwiftObserver", dependencies: ["ReferenceCounts"], swiftSettings: [.unsafeFlags(["-suppress-warnings"])]),
            .testTarget(name: "SwiftObserverTests", dependencies: ["SwiftObserver"]),
        ],
        swiftLanguageModes: [.v6]
    )

    """

private let question = """
    import Glibc

    @usableFromInline
    let mutant = getenv("MUTANT").map { atoi($0) } ?? 0

    @usableFromInline
    func isMutant(_ number: Int32) -> Bool { mutant == number }

    """

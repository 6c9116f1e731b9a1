import Foundation
import StressSupport

/// Copies the library and the explorer into a package of its own, and plants all defects there.
func plant(in directory: String) throws {
    let root = FileManager.default.currentDirectoryPath
    var stale = Set((try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? [])
    stale = stale.filter { !$0.hasPrefix(".build") && $0.hasSuffix(".swift") }
    var missing = Mutant.all, errors: [PlantError] = []
    for folder in ["Sources/SwiftObserver", "Stress/Shared/StressSupport", "Stress/Explorer"] {
        for file in try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").sorted() {
            guard file.hasSuffix(".swift") else { continue }
            var text = try String(contentsOfFile: "\(root)/\(folder)/\(file)", encoding: .utf8)
            for mutant in Mutant.all where folder.hasPrefix("Sources") && mutant.file == file {
                let parts = text.components(separatedBy: mutant.sound)
                missing.removeAll { $0.name == mutant.name }
                if parts.count == 2 {
                    text = parts.joined(separator: mutant.defect)
                } else {
                    errors.append(PlantError(mutant: mutant.name, occurrences: parts.count - 1))
                }
            }
            try write(text, to: "\(directory)/\(folder)/\(file)")
            stale.remove("\(folder)/\(file)")
        }
    }
    errors += missing.map { PlantError(mutant: $0.name, occurrences: 0) }
    if !errors.isEmpty { throw ProgramError(errors.map(\.description).joined(separator: "\n")) }
    try copyReferenceCounts(from: root, to: directory)
    try write(manifest, to: "\(directory)/Package.swift")
    try write(planted, to: "\(directory)/Sources/SwiftObserver/Planted.swift")
    for file in stale.subtracting(["Package.swift", "Sources/SwiftObserver/Planted.swift"]) {
        try FileManager.default.removeItem(atPath: "\(directory)/\(file)")
    }
}

private struct PlantError: CustomStringConvertible {
    let mutant: String
    let occurrences: Int
    var description: String { "the line for mutant \(mutant) occurs \(occurrences) times instead of once" }
}

private func write(_ text: String, to path: String) throws {
    if (try? String(contentsOfFile: path, encoding: .utf8)) == text { return }
    try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
}

private let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .define("EXPLORE")]

    let package = Package(
        name: "Mutants",
        targets: [
            .target(name: "ReferenceCounts"),
            .target(name: "SwiftObserver", dependencies: ["ReferenceCounts"], swiftSettings: settings),
            .target(name: "StressSupport", path: "Stress/Shared/StressSupport", swiftSettings: settings),
            .executableTarget(
                name: "Explore", dependencies: ["StressSupport", "SwiftObserver"], path: "Stress/Explorer",
                swiftSettings: settings),
        ]
    )

    """

private let planted = """
    import Foundation

    private let planted = ProcessInfo.processInfo.environment["PLANTED"]

    func isPlanted(_ mutant: String) -> Bool { planted == mutant }

    """

import Foundation
import StressSupport

/// Copies the library and the fuzzer into a package of its own, and plants all defects there.
func plant(in directory: String) throws(ProgramError) {
    var missing = Set(Defect.all.map(\.name))
    do {
        for folder in [
            "Sources/SwiftObserver", "Stress/Shared/StressSupport", "Stress/Shared/Fuzzing", "Stress/Fuzz",
        ] {
            try? FileManager.default.removeItem(atPath: "\(directory)/\(folder)")
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
                var text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                for defect in Defect.all where folder.hasPrefix("Sources") && defect.file == file {
                    guard let changed = defect.planted(in: text) else { continue }
                    text = changed
                    missing.remove(defect.name)
                }
                try write(text, to: "\(directory)/\(folder)/\(file)")
            }
        }
        try copyReferenceCounts(from: ".", to: directory)
        try write(manifest, to: "\(directory)/Package.swift")
        try write(planted, to: "\(directory)/Sources/SwiftObserver/Planted.swift")
    } catch {
        throw ProgramError("\(error)")
    }
    if !missing.isEmpty {
        throw ProgramError("the lines of these defects don't occur exactly once: \(missing.sorted())")
    }
}

private func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
}

private let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]

    let package = Package(
        name: "Defects",
        targets: [
            .target(name: "ReferenceCounts"),
            .target(name: "SwiftObserver", dependencies: ["ReferenceCounts"], swiftSettings: settings),
            .target(name: "StressSupport", path: "Stress/Shared/StressSupport", swiftSettings: settings),
            .target(
                name: "Fuzzing", dependencies: ["StressSupport", "SwiftObserver"], path: "Stress/Shared/Fuzzing",
                swiftSettings: settings),
            .executableTarget(
                name: "Fuzz", dependencies: ["Fuzzing", "StressSupport"], path: "Stress/Fuzz", swiftSettings: settings),
        ]
    )

    """

private let planted = """
    import Foundation

    private let planted = ProcessInfo.processInfo.environment["PLANTED"]

    func isPlanted(_ defect: String) -> Bool { planted == defect }

    """

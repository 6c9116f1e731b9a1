import Foundation
import StressSupport
import SwiftCode

/// A package with a copy of the library with all defects, and the program that seeks them.
package struct PlantedPackage {

    private let targets: [Target]
    private let program: String
    private let defines: [String]

    /// A target of this package that the copy also contains.
    package struct Target {
        let name: String
        let folder: String
        let dependencies: [String]

        package init(_ name: String, in folder: String, dependencies: [String]) {
            self.name = name
            self.folder = folder
            self.dependencies = dependencies
        }
    }

    /// Creates a package. The last target is the program. The library and Planting are always
    /// included.
    package init(_ targets: Target..., defining defines: String...) {
        self.targets = Self.commonTargets + targets
        self.defines = defines
        program = targets.last?.name ?? ""
    }

    private static let library = "Sources/SwiftObserver"

    private static let commonTargets = [
        Target("SwiftObserver", in: library, dependencies: ["ReferenceCounts"]),
        Target("StressSupport", in: "Stress/Shared/StressSupport", dependencies: []),
        Target("SwiftCode", in: "Stress/Shared/SwiftCode", dependencies: []),
        Target("Planting", in: "Stress/Shared/Planting", dependencies: ["StressSupport", "SwiftCode"]),
    ]

    /// Copies the sources from the current directory, and plants the defects.
    package func write(to directory: String, planting defects: [Defect]) throws {
        let library = try SwiftSources(folder: Self.library)
        var texts: [String: String] = [:]
        for (source, text) in zip(library.sources, try plant(defects, in: library)) {
            texts["\(Self.library)/\(source.file)"] = text
        }
        for folder in targets.map(\.folder) where folder != Self.library {
            for file in try swiftFiles(in: folder) {
                texts["\(folder)/\(file)"] = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            }
        }
        texts["\(Self.library)/Planted.swift"] = planted
        texts["Package.swift"] = manifest
        for (file, text) in texts { try writeChanged(text, to: "\(directory)/\(file)") }
        for folder in ["Sources", "Stress"] {
            for file in try swiftFiles(in: "\(directory)/\(folder)") where texts["\(folder)/\(file)"] == nil {
                try FileManager.default.removeItem(atPath: "\(directory)/\(folder)/\(file)")
            }
        }
        try copyReferenceCounts(from: ".", to: directory)
    }

    private var manifest: String {
        let settings = [".swiftLanguageMode(.v6)"] + defines.map { ".define(\"\($0)\")" }
        let lines = targets.map { target in
            """
                    .\(target.name == program ? "executableTarget" : "target")(
                        name: "\(target.name)", dependencies: \(target.dependencies), path: "\(target.folder)",
                        swiftSettings: settings),
            """
        }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let settings: [SwiftSetting] = [\(settings.joined(separator: ", "))]

            let package = Package(
                name: "Planted",
                targets: [
                    .target(name: "ReferenceCounts"),
            \(lines.joined(separator: "\n"))
                ]
            )

            """
    }
}

private let planted = """
    import Foundation

    private let planted = ProcessInfo.processInfo.environment["PLANTED"]

    func isPlanted(_ defect: String) -> Bool { planted == defect }

    """

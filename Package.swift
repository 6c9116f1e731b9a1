// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "SwiftObserver",
    products: [
        .library(name: "SwiftObserver", targets: ["SwiftObserver"])
    ],
    targets: [
        .target(name: "SwiftObserver", swiftSettings: strict),
        .executableTarget(name: "Stress", dependencies: ["SwiftObserver"], path: "Stress", swiftSettings: strict),
        .testTarget(name: "SwiftObserverTests", dependencies: ["SwiftObserver"], swiftSettings: strict),
        .testTarget(name: "SwiftSixClient", dependencies: ["SwiftObserver"], swiftSettings: strict),
        .testTarget(
            name: "SwiftFiveClient", dependencies: ["SwiftObserver"],
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),

        // Compiles its snippets when it runs. Some of them must fail.
        .testTarget(
            name: "CompileTests", dependencies: ["SwiftObserver"], exclude: ["Snippets"], swiftSettings: strict),
    ]
)

// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "SwiftObserver",
    products: [
        .library(name: "SwiftObserver", targets: ["SwiftObserver"])
    ],
    targets: [
        .target(name: "SwiftObserver"),
        .executableTarget(name: "Stress", dependencies: ["SwiftObserver"], path: "Stress"),
        .testTarget(name: "SwiftObserverTests", dependencies: ["SwiftObserver"]),
        .testTarget(
            name: "SwiftFiveClient", dependencies: ["SwiftObserver"], swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(name: "SwiftSixClient", dependencies: ["SwiftObserver"]),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "MachineWatch",
    dependencies: [
        .package(name: "SwiftObserver", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "MachineWatch",
            dependencies: [.product(name: "SwiftObserver", package: "SwiftObserver")])
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.0
import PackageDescription

// A package of its own, which depends on the library by its path, as an application does that lies next to it. `make
// clients` builds it with settings under which the library's own code brings warnings.
let package = Package(
    name: "Clients",
    dependencies: [
        .package(name: "SwiftObserver", path: "../..")
    ],
    targets: [
        // Has names that earlier versions of the library had.
        .target(name: "Elsewhere"),
        .executableTarget(
            name: "ClientInSwiftSix",
            dependencies: ["Elsewhere", .product(name: "SwiftObserver", package: "SwiftObserver")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "ClientInSwiftFive",
            dependencies: ["Elsewhere", .product(name: "SwiftObserver", package: "SwiftObserver")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
)

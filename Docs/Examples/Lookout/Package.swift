// swift-tools-version: 6.3
import PackageDescription

let isStrict = Context.environment["SWIFTOBSERVER_STRICT"] == "1"
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "Lookout",
    traits: [
        .trait(name: "Relay", description: "Lets Lookout run as two processes, for which it needs hiredis."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(
            name: "SwiftObserver", path: "../../..",
            traits: [.trait(name: "Relay", condition: .when(traits: ["Relay"]))])
    ],
    targets: [
        .executableTarget(
            name: "Lookout",
            dependencies: [
                "CMicroHTTPD", "CSQLite", .product(name: "SwiftObserver", package: "SwiftObserver"),
                .product(name: "Relay", package: "SwiftObserver", condition: .when(traits: ["Relay"])),
            ],
            resources: [.embedInCode("Page")], swiftSettings: strict),
        .systemLibrary(name: "CMicroHTTPD"),
        .systemLibrary(name: "CSQLite"),
        .testTarget(
            name: "LookoutTests",
            dependencies: ["CSQLite", "Lookout", .product(name: "SwiftObserverTesting", package: "SwiftObserver")],
            swiftSettings: strict),
    ]
)

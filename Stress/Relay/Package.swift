// swift-tools-version: 6.1
import PackageDescription

// A separate package that uses the library like a client: it depends on the library by its path,
// and enables the relay by its trait. So building and testing the library itself needs no hiredis.
let isStrict = Context.environment["SWIFTOBSERVER_STRICT"] == "1"
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)] + (isStrict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
let library: Target.Dependency = .product(name: "SwiftObserver", package: "SwiftObserver")
let relay: Target.Dependency = .product(name: "Relay", package: "SwiftObserver")

let package = Package(
    name: "RelayStress",
    dependencies: [.package(name: "SwiftObserver", path: "../..", traits: ["RelayTLS"])],
    targets: [
        // A real server, a slow network, and other processes.
        .target(name: "RelayRig", swiftSettings: strict),

        // A process that publishes or subscribes.
        .executableTarget(name: "RelayNode", dependencies: [library, relay, "RelayRig"], swiftSettings: strict),
        .executableTarget(name: "RelayStress", dependencies: [library, relay, "RelayRig"], swiftSettings: strict),

        // Code outside of functions and types.
        .executableTarget(name: "RelayAtTopLevel", dependencies: [library, relay], swiftSettings: strict),

        // The complete program of the guide. A test runs it.
        .executableTarget(name: "RelayArchive", dependencies: [library, relay], swiftSettings: strict),

        .executableTarget(
            name: "RelayBench", dependencies: [library, relay, "RelayRig", "RelayPlan", "PlainHiredis"],
            swiftSettings: strict),

        // Computes from measured costs how far a relay goes.
        .target(name: "RelayPlan", swiftSettings: strict),
        .systemLibrary(name: "PlainHiredis"),

        .testTarget(
            name: "RelayTests",
            dependencies: [
                library, relay, "RelayRig", "RelayPlan",
                .product(name: "SwiftObserverTesting", package: "SwiftObserver"),
            ], swiftSettings: strict),
    ]
)

// swift-tools-version: 6.1
import PackageDescription

// Only builds of this repository treat warnings as errors (see the Makefile), because a client's
// settings or compiler may cause warnings. Leaving foreign code out of the index makes a debug
// build a tenth faster.
let isStrict = Context.environment["SWIFTOBSERVER_STRICT"] == "1"
let ownFlags = ["-warnings-as-errors", "-index-ignore-system-modules", "-index-ignore-clang-modules"]
let own: [SwiftSetting] = isStrict ? [.unsafeFlags(ownFlags)] : []
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)] + own

// In release builds of this repository, programs that measure count calls of these system
// functions: the linker replaces them by functions of CallCounter.swift. These flags aren't for
// clients, whose package managers would refuse them. Nor are they for ThreadSanitizer, which
// replaces the same functions.
let countedFunctions = [
    "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free", "pthread_mutex_lock",
    "pthread_mutex_trylock",
]
let isCounting = isStrict && Context.environment["SWIFTOBSERVER_SANITIZED"] != "1"
let counting: [LinkerSetting] =
    isCounting
    ? [
        .unsafeFlags(
            countedFunctions.flatMap {
                ["-Xlinker", "--defsym=\($0)=counted_\($0)", "-Xlinker", "--export-dynamic-symbol=\($0)"]
            },
            .when(platforms: [.linux], configuration: .release))
    ] : []

// The library retains observers with a function of the Swift runtime that has no documented
// interface. Weak references replace it, more slowly, where it's missing or not allowed.
#if canImport(ObjectiveC)
    let usesWeakReferences = true
#else
    let usesWeakReferences = Context.environment["SWIFTOBSERVER_WEAK_REFERENCES"] == "1"
#endif

let package = Package(
    name: "SwiftObserver",
    products: [
        .library(name: "SwiftObserver", targets: ["SwiftObserver"]),
        .library(name: "SwiftObserverTesting", targets: ["SwiftObserverTesting"]),
        .library(name: "Relay", targets: ["Relay"]),
    ],
    traits: [
        .trait(name: "Relay", description: "Builds the product Relay, which needs hiredis."),
        .trait(
            name: "RelayTLS", description: "Lets relays encrypt, for which they need OpenSSL.", enabledTraits: ["Relay"]
        ),
        .default(enabledTraits: []),
    ],
    targets: [
        .target(
            name: "SwiftObserver", dependencies: usesWeakReferences ? [] : ["ReferenceCounts"],
            swiftSettings: strict + (usesWeakReferences ? [.define("WEAK_REFERENCES")] : [])),

        // Declares the functions of the Swift runtime that the library needs.
        .target(name: "ReferenceCounts"),

        // For tests only. No other product depends on it.
        .target(name: "SwiftObserverTesting", dependencies: ["Locked", "SwiftObserver"], swiftSettings: strict),

        // Carries observables between processes. Without the trait, it's empty and needs nothing.
        .target(
            name: "Relay",
            dependencies: [
                "Locked", "SwiftObserver", .target(name: "CHiredis", condition: .when(traits: ["Relay"])),
                .target(name: "COpenSSL", condition: .when(traits: ["RelayTLS"])),
            ], swiftSettings: strict),
        .systemLibrary(name: "CHiredis"),
        .systemLibrary(name: "COpenSSL"),

        // Shared by the products beside the library.
        .target(name: "Locked", swiftSettings: strict),
        .executableTarget(
            name: "Stress", dependencies: ["SwiftObserver", "Measuring", "StressSupport"], path: "Stress/Harness",
            swiftSettings: strict, linkerSettings: counting),
        .executableTarget(
            name: "Fuzz", dependencies: ["Fuzzing", "Planting", "StressSupport"], path: "Stress/Fuzz",
            swiftSettings: strict),
        .executableTarget(
            name: "Soak", dependencies: ["Fuzzing", "StressSupport", "SwiftObserver"], path: "Stress/Soak",
            swiftSettings: strict),
        .executableTarget(
            name: "Bench", dependencies: ["SwiftObserver", "Measuring"], path: "Stress/Bench", swiftSettings: strict,
            linkerSettings: counting),
        .executableTarget(
            name: "Mutate", dependencies: ["StressSupport", "SwiftCode"], path: "Stress/Mutate",
            exclude: ["Explained.txt"],
            swiftSettings: strict),
        .executableTarget(
            name: "Quotes", dependencies: ["StressSupport", "SwiftCode"], path: "Stress/Quotes", swiftSettings: strict),
        .executableTarget(name: "API", path: "Stress/API", swiftSettings: strict),
        .executableTarget(
            name: "Growth", dependencies: ["GrowthBudget", "StressSupport"], path: "Stress/Growth",
            swiftSettings: strict),
        .target(
            name: "Fuzzing", dependencies: ["StressSupport", "SwiftObserver"], path: "Stress/Shared/Fuzzing",
            swiftSettings: strict),
        .target(
            name: "Measuring", dependencies: ["StressSupport", "SwiftObserver"], path: "Stress/Shared/Measuring",
            swiftSettings: strict),
        .target(
            name: "Planting", dependencies: ["StressSupport", "SwiftCode"], path: "Stress/Shared/Planting",
            swiftSettings: strict),
        .target(name: "SwiftCode", path: "Stress/Shared/SwiftCode", swiftSettings: strict),
        .target(
            name: "GrowthBudget", dependencies: ["StressSupport"], path: "Stress/Shared/GrowthBudget",
            swiftSettings: strict),
        .target(name: "StressSupport", path: "Stress/Shared/StressSupport", swiftSettings: strict),
        .testTarget(
            name: "SwiftObserverTests", dependencies: ["SwiftObserver", "SwiftObserverTesting"],
            swiftSettings: strict),
        .testTarget(name: "GrowthTests", dependencies: ["GrowthBudget", "StressSupport"], swiftSettings: strict),
        .testTarget(
            name: "SwiftSixClient",
            dependencies: ["SwiftObserver", "SwiftObserverTesting", "Logging", "Metrics"], swiftSettings: strict),

        .testTarget(
            name: "StressTests", dependencies: ["Planting", "Quotes", "StressSupport", "SwiftCode"],
            swiftSettings: strict),
        .testTarget(name: "MeasuringTests", dependencies: ["Measuring", "StressSupport"], swiftSettings: strict),

        // Stand-ins for swift-log and swift-metrics, which only clients use.
        .target(name: "Logging", path: "Tests/StandIns/Logging", swiftSettings: strict),
        .target(name: "Metrics", path: "Tests/StandIns/Metrics", swiftSettings: strict),
        .testTarget(
            name: "SwiftFiveClient", dependencies: ["SwiftObserver"],
            swiftSettings: [.swiftLanguageMode(.v5)] + own),

        // Compiles its snippets when it runs. Some of them must fail to compile.
        .testTarget(
            name: "CompileTests", dependencies: ["SwiftObserver"], exclude: ["Snippets"], swiftSettings: strict),
    ]
)

// The explorer of interleavings needs its own build, in which it schedules the threads. `make
// explore` sets the variable.
if Context.environment["EXPLORE"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Explore", dependencies: ["Planting", "StressSupport", "SwiftCode", "SwiftObserver"],
            path: "Stress/Explorer",
            swiftSettings: strict))
    for target in package.targets { target.swiftSettings?.append(.define("EXPLORE")) }
}

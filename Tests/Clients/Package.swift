// swift-tools-version: 6.0
import PackageDescription

// A package of its own, which depends on the library by its path, as an application does that lies next to it, or by the URL of a
// repository, whose name is then what packages call it. See `build.sh`, which `make clients` runs.
let url = Context.environment["SWIFTOBSERVER_URL"]
let library: Target.Dependency = .product(
    name: "SwiftObserver",
    package: url?.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "SwiftObserver")

let package = Package(
    name: "Clients",
    dependencies: [
        url.map { .package(url: $0, from: "1.0.0") } ?? .package(name: "SwiftObserver", path: "../..")
    ],
    targets: [
        // Has names that earlier versions of the library had.
        .target(name: "Elsewhere"),
        .executableTarget(
            name: "ClientInSwiftSix", dependencies: ["Elsewhere", library], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "ClientInSwiftFive", dependencies: ["Elsewhere", library], swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
)

// swift-tools-version: 6.0
import PackageDescription

// A package that depends on the library as an application does: by its path, or by the URL of a
// repository. In that case, packages call it by the name of the repository. `make clients` builds
// it with `build.sh`.
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
        // Declares names that earlier versions of the library had.
        .target(name: "Elsewhere"),
        .executableTarget(
            name: "ClientInSwiftSix", dependencies: ["Elsewhere", library], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "ClientInSwiftFive", dependencies: ["Elsewhere", library], swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
)

import Foundation

/// Compiles clients of the library that was built together with these tests.
struct Compiler: Sendable {

    /// The language mode and the level of concurrency checking.
    enum Mode: String, CaseIterable {
        case swift6, swift5Complete, swift5

        fileprivate var flags: [String] {
            switch self {
            case .swift6: ["-swift-version", "6"]
            case .swift5Complete: ["-swift-version", "5", "-strict-concurrency=complete"]
            case .swift5: ["-swift-version", "5"]
            }
        }
    }

    private let executable: URL

    /// The folder of the modules that clients can import.
    private let modules: URL

    init() throws {
        guard let executable = Self.findExecutable() else { throw Missing(what: "swiftc") }
        guard let modules = Self.findModules() else { throw Missing(what: "the module SwiftObserver") }
        self.executable = executable
        self.modules = modules
    }

    struct Missing: Error { let what: String }

    /// Compiles one module of clients far enough to get all diagnostics, and writes no output.
    ///
    /// Diagnostics about the flow of values need the passes after the type checker, hence
    /// `-emit-sil`.
    func compile(_ sources: [URL], _ mode: Mode, flags: [String] = []) async throws -> [Diagnostic] {
        try await diagnostics(
            ofRunning: ["-emit-sil", "-o", "/dev/null"] + clientFlags + sources.map(\.path) + mode.flags + flags)
    }

    /// Checks the types in a file that is added to the library.
    func checkTypes(in source: URL, addedTo library: [URL]) async throws -> [Diagnostic] {
        try await diagnostics(
            ofRunning: ["-frontend", "-typecheck", "-primary-file", source.path] + library.map(\.path)
                + Mode.swift6.flags
                + ["-module-name", "SwiftObserver", "-package-name", "library", "-diagnostic-style", "llvm"]
                + ["-I", Self.declarationsInC])
    }

    private func diagnostics(ofRunning arguments: [String]) async throws -> [Diagnostic] {
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: log) }
        let status = try await run(arguments, writingTo: FileHandle(forWritingTo: log))
        let diagnostics = try Diagnostic.parse(String(contentsOf: log, encoding: .utf8))
        let isConsistent = (status == 0) == diagnostics.allSatisfy { $0.kind == .warning }
        return isConsistent
            ? diagnostics : diagnostics + [Diagnostic(kind: .error, text: "swiftc ended with \(status)")]
    }

    /// Builds a program from one file and the library that was built together with these tests. If
    /// these tests run under a sanitizer, so does the program.
    func build(_ source: URL, into program: URL) async throws {
        let objects = try ["SwiftObserver.build", "ReferenceCounts.build"].flatMap { name in
            let folder = modules.deletingLastPathComponent().appendingPathComponent(name)
            let isThere = FileManager.default.fileExists(atPath: folder.path)
            return try isThere
                ? FileManager.default.contentsOfDirectory(atPath: folder.path).map { "\(folder.path)/\($0)" } : []
        }.filter { $0.hasSuffix(".o") }
        let status = try await run(
            ["-emit-executable", "-o", program.path] + clientFlags + [source.path] + objects + Mode.swift6.flags
                + sanitizers, writingTo: .standardError)
        if status != 0 { throw Missing(what: "the program of \(source.lastPathComponent)") }
    }

    /// The sanitizers that watch this process, as compiler flags.
    private let sanitizers = [("address", "asan"), ("thread", "tsan")].compactMap { name, prefix in
        dlsym(nil, "__\(prefix)_init") == nil ? nil : "-sanitize=\(name)"
    }

    private var clientFlags: [String] {
        ["-whole-module-optimization", "-module-name", "Client", "-parse-as-library", "-diagnostic-style=llvm"]
            + ["-I", modules.path, "-I", Self.declarationsInC]
    }

    /// Runs the compiler without blocking a thread of the tests.
    private func run(_ arguments: [String], writingTo log: FileHandle) async throws -> Int32 {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = log
        return try await withCheckedThrowingContinuation { done in
            process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                done.resume(throwing: error)
            }
        }
    }

    /// The folder of the C module that the library imports.
    private static let declarationsInC =
        URL(fileURLWithPath: #filePath).ancestor(3).path + "/Sources/ReferenceCounts/include"

    // MARK: - Find

    /// The compiler that belongs to the running standard library, or the one on the path.
    private static func findExecutable() -> URL? {
        let map = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let libraries = map.split(separator: "\n").filter { $0.hasSuffix("/libswiftCore.so") }
        let toolchains = libraries.compactMap { line in
            line.firstIndex(of: "/").map { URL(fileURLWithPath: String(line[$0...])).ancestor(4) }
        }
        let folders = toolchains.map { $0.appendingPathComponent("bin") } + foldersOnPath
        return folders.map { $0.appendingPathComponent("swiftc") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
    }

    private static var foldersOnPath: [URL] {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
            URL(fileURLWithPath: String($0))
        }
    }

    /// The folder of the modules. It's next to the tests in debug, release and sanitizer builds.
    private static func findModules() -> URL? {
        let test = Bundle(for: Anchor.self).bundleURL, program = Bundle.main.bundleURL
        let argument = URL(fileURLWithPath: CommandLine.arguments[0])
        let folders = [test, program, argument].flatMap { url in (0..<5).map { url.ancestor($0) } }
        return folders.map { $0.appendingPathComponent("Modules") }.first {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent("SwiftObserver.swiftmodule").path)
        }
    }

    private final class Anchor {}
}

extension URL {

    /// The folder that many levels up.
    func ancestor(_ levels: Int) -> URL { (0..<levels).reduce(self) { url, _ in url.deletingLastPathComponent() } }
}

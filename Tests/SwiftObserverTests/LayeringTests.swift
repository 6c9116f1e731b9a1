import Foundation
import Testing

/// One folder contains all hard concurrency, and each folder uses only the folders below it.
@Suite struct LayeringTests {

    /// The folders of the library. Each may use the folders before it.
    private let folders = [
        "Runtime", "Observation", "Variables", "Observing", "Transforms", "Promises", "Async", "Watching", "Deprecated",
    ]

    /// The folders of the runtime, and the folders that each may use. Architecture.md has the same
    /// table.
    private let runtimeFolders: KeyValuePairs<String, Set<String>> = [
        "Exploration": [],
        "Locking": ["Exploration"],
        "Memory": ["Exploration", "Locking"],
        "Waiting": ["Locking", "Memory"],
        "Probing": ["Locking"],
        "Buffering": ["Memory", "Locking", "Waiting"],
        "Lanes": ["Exploration", "Locking", "Memory", "Waiting", "Buffering"],
        "Observations": ["Exploration", "Locking", "Memory", "Waiting", "Probing", "Buffering", "Lanes"],
        "Delivery": [
            "Exploration", "Locking", "Memory", "Waiting", "Probing", "Buffering", "Lanes", "Observations",
        ],
        "Derivation": ["Exploration", "Locking", "Memory", "Waiting", "Probing", "Observations", "Delivery"],
        "State": ["Exploration", "Locking", "Memory", "Observations", "Delivery", "Derivation"],
        "Timing": ["Locking", "Memory", "Observations", "Delivery"],
        "Loops": ["Locking", "Memory", "Waiting", "Buffering"],
    ]

    /// The only files that use each other, directly or indirectly. Architecture.md gives the
    /// reasons.
    private let circles: Set<Set<String>> = [
        [
            "AnyObservation.swift", "ObservationExtras.swift", "ObservationGroup.swift", "ObservationRegistrar.swift",
            "ReceiverState.swift",
        ],
        ["Messenger.swift", "MessageSource.swift", "Observable.swift", "SourceMessenger.swift"],
    ]

    /// The file that calls watchers, each on a queue of its own.
    private let watcherCalls = "Watching/WatchLog.swift"

    @Test func `only the runtime knows threads, atomics, queues and unsafe code`() throws {
        let words = [
            "pthread", "Atomic", "import Synchronization", "Unsafe", "unsafe", "Unmanaged", "getSpecific", ".async",
        ]
        for source in try Source.ofLibrary() where source.folders[0] != "Runtime" {
            for word in words where !(word == ".async" && source.path == watcherCalls) {
                #expect(!source.code.contains(word), "\(source.path): \(word)")
            }
        }
    }

    @Test func `nothing in the library needs Foundation`() throws {
        for source in try Source.ofLibrary() {
            #expect(!source.code.contains("import Foundation"), "\(source.path)")
        }
    }

    /// `make api` finds deprecated declarations by this folder.
    @Test func `what is deprecated has a folder of its own`() throws {
        for source in try Source.ofLibrary() where source.folders[0] != "Deprecated" {
            #expect(!source.code.contains(/available\([^)]*deprecated/), "\(source.path)")
        }
    }

    @Test func `every source lies in a folder that the tables name`() throws {
        let sources = try Source.ofLibrary()
        #expect(sources.count > 10)
        for source in sources {
            #expect(folders.contains(source.folders[0]), "\(source.path)")
            #expect(source.folders.count == (source.folders[0] == "Runtime" ? 2 : 1), "\(source.path)")
        }
        #expect(Set(sources.filter { $0.folders.count == 2 }.map { $0.folders[1] }) == Set(runtimeFolders.map(\.key)))
    }

    @Test func `no folder uses one above it`() throws {
        let sources = try Source.ofLibrary()
        for (level, folder) in folders.enumerated() {
            let above = sources.filter { folders[(level + 1)...].contains($0.folders[0]) }
            expectNone(of: above, isUsedBy: sources.filter { $0.folders[0] == folder })
        }
    }

    @Test func `no folder of the runtime uses one that the table doesn't name`() throws {
        let sources = try Source.ofLibrary().filter { $0.folders[0] == "Runtime" }
        for (folder, allowed) in runtimeFolders {
            let others = sources.filter { $0.folders[1] != folder && !allowed.contains($0.folders[1]) }
            expectNone(of: others, isUsedBy: sources.filter { $0.folders[1] == folder })
            for other in allowed {
                let names = sources.filter { $0.folders[1] == other }.reduce(into: Set()) { $0.formUnion($1.names) }
                let users = sources.filter { $0.folders[1] == folder }
                #expect(users.contains { !$0.words.isDisjoint(with: names) }, "\(folder) needn't use \(other).")
            }
        }
    }

    @Test func `no files use each other but those of which the architecture says why`() throws {
        let sources = try Source.ofLibrary()
        let used = sources.map { user in
            sources.indices.filter { sources[$0].path != user.path && !user.words.isDisjoint(with: sources[$0].names) }
        }
        var reached = used.map(Set.init)
        for middle in sources.indices {
            for index in sources.indices where reached[index].contains(middle) {
                reached[index].formUnion(reached[middle])
            }
        }
        let found = sources.indices.filter { reached[$0].contains($0) }.map { index in
            Set(reached[index].filter { reached[$0].contains(index) }.map { sources[$0].name })
        }
        #expect(Set(found) == circles)
    }

    private func expectNone(of sources: [Source], isUsedBy users: [Source]) {
        let names = sources.reduce(into: Set()) { $0.formUnion($1.names) }
        for user in users {
            let known = user.words.intersection(names)
            #expect(known.isEmpty, "\(user.path) uses \(known.sorted())")
        }
    }
}

/// A source file of the library.
private struct Source {

    /// Its path in the folder of the library.
    let path: String

    /// The text without comments and string literals.
    let code: String

    /// All words in the code.
    let words: Set<String>

    /// The names that it declares at top level for other files.
    let names: Set<String>

    var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
    var name: String { String(path.split(separator: "/").last ?? "") }

    private init(path: String, text: String) {
        self.path = path
        code = text.replacing(/(?s)""".*?"""/, with: "\"\"").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "\"\"")
            .replacing(/\/\/.*/, with: "")
        words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        let declaration =
            /(?m)^(?:(?:public |open |final )*(?:class|struct|enum|protocol|typealias)|func|let|var) (\w+)/
        names = Set(code.matches(of: declaration).map { String($0.1) })
    }

    static func ofLibrary() throws -> [Source] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let library = package.appendingPathComponent("Sources/SwiftObserver")
        return try FileManager.default.subpathsOfDirectory(atPath: library.path).filter { $0.hasSuffix(".swift") }
            .map { path in
                let url = library.appendingPathComponent(path)
                return Source(path: path, text: try String(contentsOf: url, encoding: .utf8))
            }
    }
}

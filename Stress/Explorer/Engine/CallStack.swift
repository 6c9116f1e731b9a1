#if canImport(Runtime)
    import Runtime
#endif

/// The calls that a thread was in. Capturing them is fast, and finding their places takes
/// milliseconds for each one.
struct CallStack {

    /// A place in a file.
    struct Place: CustomStringConvertible {
        let file: String
        let line: Int

        var description: String { "\(file):\(line)" }
    }

    /// The places in the library, innermost first. They include functions that were inlined.
    var libraryPlaces: [Place] { locations.filter(\.isInLibrary).map(\.place) }

    /// The innermost places in the library and in the scenario, apart from functions that were
    /// inlined. Their paths are relative.
    var innermostPlaces: [Place] {
        let locations = locations.filter { $0.path.hasPrefix("/") }
        let innermost = [
            locations.first(where: \.isInLibrary), locations.first { $0.path.contains("/Scenarios/") },
        ]
        return innermost.compactMap { $0?.place }
    }

    #if canImport(Runtime)
        private let backtrace: Backtrace?

        /// Captures the calls of this thread.
        ///
        /// - Parameter count: The number of calls. Without it, these are some of the innermost
        ///   ones, and the outermost ones.
        init(innermost count: Int? = nil) {
            backtrace = try? Backtrace.capture(algorithm: .fast, limit: count ?? 24, top: count == nil ? 16 : 0)
        }

        private var locations: [Location] {
            let frames = backtrace?.symbolicated()?.frames ?? []
            return frames.compactMap(\.symbol?.sourceLocation).filter { $0.line > 0 }
        }
    #else
        init(innermost count: Int? = nil) {}
        private var locations: [Location] { [] }
    #endif
}

#if canImport(Runtime)
    private typealias Location = SymbolicatedBacktrace.SourceLocation
#else
    private struct Location { let path = "", line = 0 }
#endif

extension Location {

    /// `true` in the library, apart from the code that all locks and weak references share.
    fileprivate var isInLibrary: Bool {
        path.contains("Sources/SwiftObserver/") && !path.contains("/Exploration/")
            && !["WeakReference.swift", "Protected.swift", "Mutex.swift", "LazyProtected.swift"]
                .contains { path.hasSuffix($0) }
    }

    fileprivate var place: CallStack.Place {
        CallStack.Place(file: "\(path.split(separator: "/").last ?? "")", line: line)
    }
}

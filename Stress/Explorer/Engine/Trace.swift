#if canImport(Runtime)
    import Runtime
#endif

/// What happened in one schedule, step by step, and where in the code.
final class Trace {

    private(set) var lines: [String] = []
    private let isPrinted: Bool
    private var latest = ""

    init(isPrinted: Bool = false) { self.isPrinted = isPrinted }

    func note(_ thread: ControlledThread?, _ what: String) {
        let name = thread?.name ?? "setup"
        let mark = name == latest ? " " : ">"
        latest = name
        let step = "\(mark) \(padded(name, 16)) \(padded(what, 34))"
        lines.append(step)
        // the stack of a task can't be walked
        if isPrinted { say("\(step) \(name.hasPrefix("task") ? "" : Self.place)") }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The innermost place in the library, and the innermost place in the scenario.
    private static var place: String {
        #if canImport(Runtime)
            guard let frames = try? Backtrace.capture(algorithm: .fast, limit: 24).symbolicated()?.frames else {
                return ""
            }
            let places = frames.compactMap(\.symbol?.sourceLocation).filter { $0.line > 0 }
            let library = places.first { location in
                location.path.contains("/Sources/SwiftObserver/") && !location.path.contains("/Exploration/")
                    && !["WeakReference.swift", "Protected.swift", "Mutex.swift", "LazyProtected.swift"]
                        .contains { location.path.hasSuffix($0) }
            }
            let scenario = places.first { $0.path.contains("/Scenarios/") }
            return [library, scenario].compactMap { $0.map(text) }.joined(separator: " < ")
        #else
            return ""
        #endif
    }

    #if canImport(Runtime)
        private static func text(_ location: SymbolicatedBacktrace.SourceLocation) -> String {
            "\(location.path.split(separator: "/").last ?? ""):\(location.line)"
        }
    #endif
}

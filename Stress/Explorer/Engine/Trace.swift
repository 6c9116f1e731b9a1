#if canImport(Runtime)
    import Runtime
#endif

/// The steps of one schedule, with their places in the code.
final class Trace {

    /// A place in a file.
    struct Place: CustomStringConvertible {
        let file: String
        let line: Int

        var description: String { "\(file):\(line)" }
    }

    struct Step {
        let thread: String
        let what: String

        /// The innermost place in the library, if it's known.
        var place: Place?
    }

    private(set) var steps: [Step] = []
    private let isPrinted: Bool
    private let findsPlaces: Bool

    /// - Parameters:
    ///   - isPrinted: `true` to print the steps with their places.
    ///   - findsPlaces: `true` to keep the places, which takes milliseconds a step.
    init(isPrinted: Bool = false, findsPlaces: Bool = false) {
        self.isPrinted = isPrinted
        self.findsPlaces = findsPlaces
    }

    func note(_ thread: ControlledThread?, _ what: String) {
        var step = Step(thread: thread?.name ?? "setup", what: what)
        // the stack of a task can't be walked
        let places: (library: Place?, scenario: Place?) =
            (isPrinted || findsPlaces) && !step.thread.hasPrefix("task") ? Self.places : (nil, nil)
        step.place = places.library
        if isPrinted {
            let mark = step.thread == steps.last?.thread ? " " : ">"
            let text = [places.library, places.scenario].compactMap { $0?.description }.joined(separator: " < ")
            say("\(mark) \(padded(step.thread, 16)) \(padded(what, 34)) \(text)")
        }
        steps.append(step)
    }

    /// `true` if another trace has the same steps, wherever they're done.
    func hasSameSteps(as other: Trace) -> Bool {
        steps.elementsEqual(other.steps) { ($0.thread, $0.what) == ($1.thread, $1.what) }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The innermost place in the library, and the innermost place in the scenario.
    private static var places: (library: Place?, scenario: Place?) {
        #if canImport(Runtime)
            guard let frames = try? Backtrace.capture(algorithm: .fast, limit: 24).symbolicated()?.frames else {
                return (nil, nil)
            }
            let places = frames.compactMap(\.symbol?.sourceLocation).filter { $0.line > 0 }
            let library = places.first { location in
                location.path.contains("/Sources/SwiftObserver/") && !location.path.contains("/Exploration/")
                    && !["WeakReference.swift", "Protected.swift", "Mutex.swift", "LazyProtected.swift"]
                        .contains { location.path.hasSuffix($0) }
            }
            let scenario = places.first { $0.path.contains("/Scenarios/") }
            return (library.map(place), scenario.map(place))
        #else
            return (nil, nil)
        #endif
    }

    #if canImport(Runtime)
        private static func place(_ location: SymbolicatedBacktrace.SourceLocation) -> Place {
            Place(file: "\(location.path.split(separator: "/").last ?? "")", line: location.line)
        }
    #endif
}

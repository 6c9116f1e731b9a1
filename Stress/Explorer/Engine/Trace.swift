/// The steps of one schedule, with their places in the code.
final class Trace {

    struct Step {
        let thread: String
        let what: String

        /// The lock or atomic, if it has a name.
        var object: String?

        /// The calls that the step is in, if the trace is for a page.
        var calls: CallStack?

        /// The state before the step or, if it's an `unlock`, after it.
        var picture: Picture?
    }

    private(set) var steps: [Step] = []

    /// The state after all steps.
    private(set) var lastPicture: Picture?

    private let isPrinted: Bool
    private let isForPage: Bool
    private var stage: Stage?

    /// - Parameters:
    ///   - isPrinted: `true` to print the steps with their places, which takes milliseconds a step.
    ///   - isForPage: `true` to keep calls and pictures.
    init(isPrinted: Bool = false, isForPage: Bool = false) {
        self.isPrinted = isPrinted
        self.isForPage = isForPage
    }

    /// Begins to keep pictures, if the trace is for a page.
    func begin(on makeStage: (() -> Stage)?) { if isForPage { stage = makeStage?() } }

    /// Lets go of the objects of the scenario.
    func end() {
        lastPicture = stage?.picture
        stage = nil
    }

    func note(_ thread: ControlledThread?, _ what: String, on object: String? = nil) {
        var step = Step(thread: thread?.name ?? "setup", what: what, object: object)
        step.picture = stage?.picture(on: step.thread)
        // the stack of a task can't be walked
        let canCapture = !step.thread.hasPrefix("task")
        if isForPage, canCapture { step.calls = CallStack(innermost: 8) }
        if isPrinted {
            let mark = step.thread == steps.last?.thread ? " " : ">"
            let text = (canCapture ? CallStack().innermostPlaces : []).map(\.description).joined(separator: " < ")
            say("\(mark) \(padded(step.thread, 16)) \(padded(what, 34)) \(text)")
        }
        steps.append(step)
    }

    /// `true` if another trace has the same steps, wherever they're done.
    func hasSameSteps(as other: Trace) -> Bool {
        steps.elementsEqual(other.steps) { ($0.thread, $0.what) == ($1.thread, $1.what) }
    }

    /// The name of a thread without the number that a block gets.
    static func shortName(_ thread: String) -> String { thread.split(separator: " ").first.map(String.init) ?? thread }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

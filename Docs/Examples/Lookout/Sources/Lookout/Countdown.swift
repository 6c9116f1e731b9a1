import Glibc

/// Prints how the program ends.
///
/// On a terminal, a line counts the seconds down. Elsewhere, the text is printed once.
struct Countdown: Sendable {

    /// The time at which the program ends by itself, if any.
    private let end: ContinuousClock.Instant?
    private let clock = ContinuousClock()

    init(seconds: Int?) { end = seconds.map { .now + .seconds($0) } }

    /// Runs until the task is cancelled.
    func run() async {
        guard isTerminal(STDOUT_FILENO), end != nil else { return say(Self.text(secondsLeft)) }
        while !Task.isCancelled {
            sayForNow(Self.text(secondsLeft))
            try? await clock.sleep(for: .seconds(1))
        }
        sayForNow("")
    }

    private var secondsLeft: Int? { end.map { max(0, Int((($0 - clock.now) / .seconds(1)).rounded())) } }

    static func text(_ seconds: Int?) -> String {
        guard let seconds else { return "Control-C ends it." }
        return "Ends in \(seconds) s. Control-C ends it now; `\(Guide.command())` keeps it running."
    }
}

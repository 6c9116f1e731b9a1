import Foundation

/// Remembers the schedule outside of the reach of a crash, so that it can still be told afterwards.
enum CrashReport {

    private static let capacity = 1 << 16
    nonisolated(unsafe) private static let text = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    nonisolated(unsafe) private static var count = 0

    /// Grows with every schedule and step.
    nonisolated(unsafe) private(set) static var progress = 0

    nonisolated(unsafe) private static var violation: UnsafeMutablePointer<CChar>?

    static func forget() {
        count = 0
        free(violation)
        violation = nil
        progress += 1
    }

    static func remember(_ choice: Int) {
        progress += 1
        guard count < capacity else { return }
        text[count] = UInt8(48 + min(choice, 9))
        count += 1
    }

    /// Remembers the first violation, which may be why it crashes later.
    static func remember(violation text: String) {
        if violation == nil { violation = strdup(text) }
    }

    /// Tells the schedule on the standard error output when the process crashes.
    static func watch() {
        for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
            Foundation.signal(signal) { number in
                CrashReport.tell()
                Foundation.signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func tell() {
        write(2, "\nSCHEDULE ", 10)
        write(2, text, count)
        write(2, "\n", 1)
        guard let violation else { return }
        write(2, "VIOLATION ", 10)
        write(2, violation, strlen(violation))
        write(2, "\n", 1)
    }
}

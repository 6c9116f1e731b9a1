import Foundation

/// Keeps the schedule in a place where a crash doesn't destroy it, so that it can be printed.
enum CrashReport {

    private static let capacity = 1 << 16
    nonisolated(unsafe) private static let text = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    nonisolated(unsafe) private static var count = 0

    /// A number that grows with every schedule and step.
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

    /// Remembers the first violation, which may be the cause of a later crash.
    static func remember(violation text: String) {
        if violation == nil { violation = strdup(text) }
    }

    /// Prints the schedule to standard error when the process crashes.
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

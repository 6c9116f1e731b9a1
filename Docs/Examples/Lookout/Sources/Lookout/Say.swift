import Glibc

/// Prints a line for users, without delay even if the output is a pipe.
func say(_ text: String) { write("\(text)\n", to: STDOUT_FILENO) }

/// Prints a line on a terminal that the next output replaces.
func sayForNow(_ text: String) { write(text, to: STDOUT_FILENO) }

/// Logs a line with the time. If the log is a full pipe, the line is dropped.
func note(_ text: String) {
    var now = time(nil), parts = tm(), clock = [CChar](repeating: 0, count: 20)
    localtime_r(&now, &parts)
    let length = strftime(&clock, clock.count, "%F %T", &parts)
    let time = String(decoding: clock.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    complain("\(time) \(text)")
}

/// Logs a line without the time, such as the reason why the program can't run.
///
/// A full pipe drops it.
func complain(_ text: String) {
    var log = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&log, 1, 0) == 1 { write("Lookout: \(text.prefix(1_000))\n", to: STDERR_FILENO) }
}

/// `true` if a file is a terminal that can replace a line.
func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 && getenv("TERM").map { strcmp($0, "dumb") != 0 } == true }

private func write(_ text: String, to file: Int32) {
    // Replaces the line of the countdown.
    let bytes = Array(((isTerminal(file) ? "\r\u{1b}[K" : "") + text).utf8)
    _ = Glibc.write(file, bytes, bytes.count)
}

import Glibc

/// Tells whoever started this program, at once, even if the output is a pipe.
func say(_ text: String) { write("\(text)\n", to: STDOUT_FILENO) }

/// Tells whoever reads the log of this program. If it's a pipe that nobody empties, the text is dropped.
func note(_ text: String) {
    var log = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&log, 1, 0) == 1 { write("Lookout: \(text.prefix(1_000))\n", to: STDERR_FILENO) }
}

private func write(_ text: String, to file: Int32) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
}

import Glibc

/// Prints a line without buffering, also to a pipe or a file.
public func printLine(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

/// Prints a line to standard error.
public func printError(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

/// Writes a text. It's no error if nothing reads it.
private func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
    }
}

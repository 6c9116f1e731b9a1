import Glibc

/// Tells whoever started this program, at once, even if the output is a pipe.
func say(_ text: String) { write("\(text)\n", to: STDOUT_FILENO) }

/// Tells whoever reads the log of this program.
func note(_ text: String) { write("Lookout: \(text)\n", to: STDERR_FILENO) }

private func write(_ text: String, to file: Int32) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
}

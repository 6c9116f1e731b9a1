/// A value that knows where an observation began.
protocol Located {

    /// The module and the file, if they're known.
    var file: String? { get }

    /// The line in that file.
    var line: Int? { get }
}

extension Located {

    /// The file and the line as one text, if they're known.
    var location: String? {
        guard let file, let line else { return nil }
        return "\(file):\(line)"
    }
}

/// Something that says where an observation began.
protocol Located {

    /// The module and the file, if that's known.
    var file: String? { get }

    /// The line in that file.
    var line: Int? { get }
}

extension Located {

    /// Both in one, if they're known.
    var location: String? {
        guard let file, let line else { return nil }
        return "\(file):\(line)"
    }
}

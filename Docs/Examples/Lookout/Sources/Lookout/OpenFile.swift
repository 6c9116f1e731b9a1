import Glibc

/// A regular file that is open for reading.
final class OpenFile: Sendable {

    let id: FileID
    private let descriptor: Int32

    /// Opens a file, or throws a text that says why not.
    init(_ path: String) throws(Failure) {
        // Opening something else may do something. If it takes the place just now, it's at least not waited for.
        if Self.isThere(path), Self.id(of: path) == nil { throw Failure("it's no regular file") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw Failure("it can't be opened: \(String(cString: strerror(errno)))") }
        var status = stat()
        if fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
            close(descriptor)
            throw Failure("it's no regular file")
        }
        self.descriptor = descriptor
        id = FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    deinit { close(descriptor) }

    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Reads at most so many bytes from there on. There are none at the end, and if the disk fails.
    func bytes(from offset: Int64, atMost count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }

    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The file that has a path now, if there's one.
    static func id(of path: String) -> FileID? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

/// What went wrong, as a text for whoever has to mend it.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

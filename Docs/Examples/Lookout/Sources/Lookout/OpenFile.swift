import Glibc

/// A regular file that is open for reading.
final class OpenFile: Sendable {

    let id: FileID
    private let descriptor: Int32

    /// Opens a file, or throws a text with the reason why it can't be opened.
    init(_ path: String) throws(Failure) {
        // Opening anything but a regular file can have effects. If such a file appears at the path
        // right now, opening it at least doesn't block.
        if Self.isThere(path), Self.id(of: path) == nil { throw Failure("it isn't a regular file") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw Failure("it can't be opened: \(String(cString: strerror(errno)))") }
        var status = stat()
        if fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
            close(descriptor)
            throw Failure("it isn't a regular file")
        }
        self.descriptor = descriptor
        id = FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    deinit { close(descriptor) }

    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Reads at most this many bytes from the offset.
    ///
    /// Returns no bytes at the end of the file, or if the disk fails.
    func bytes(from offset: Int64, atMost count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }

    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The file that a path refers to now, if any.
    static func id(of path: String) -> FileID? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

/// An error, described for the user who has to fix it.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

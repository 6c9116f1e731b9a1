import Foundation

/// A file of records.
///
/// Written records survive the death of the writer. Each record is in the file completely or not at
/// all.
///
/// `@unchecked Sendable` because the system orders appended data.
public final class RecordFile: @unchecked Sendable {

    private let descriptor: Int32

    /// Opens a file for appending, and creates it if it doesn't exist.
    public init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw RigError("\(path) can't be opened: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    public func append(_ record: Record) {
        let count = record.bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count != Record.size { fatalError("A record could not be written: \(String(cString: strerror(errno)))") }
    }

    /// All records of a file.
    public static func records(_ path: String) throws -> [Record] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        return try stride(from: 0, to: bytes.count, by: Record.size).map { start in
            guard let record = Record(bytes[start..<min(start + Record.size, bytes.count)]) else {
                throw RigError("\(path) has a record that can't be read, at byte \(start)")
            }
            return record
        }
    }
}

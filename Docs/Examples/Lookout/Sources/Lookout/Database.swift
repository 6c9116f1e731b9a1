import CSQLite
import Glibc

/// An SQLite database. One thread uses it at a time.
final class Database {

    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        let description: String
    }

    private var connection: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]
    private let lock: Int32

    /// Opens or creates a database, and keeps other processes of this program from using it.
    init(_ path: String) throws(Failure) {
        // A file can have several names.
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let file = resolved.map { String(cString: $0) } ?? path
        lock = open(file + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if lock < 0 { throw Failure(code: SQLITE_CANTOPEN, description: String(cString: strerror(errno))) }
        if flock(lock, LOCK_EX | LOCK_NB) != 0 {
            throw Failure(code: SQLITE_BUSY, description: "another Lookout is using it")
        }
        try check(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil))
        sqlite3_busy_timeout(connection, 200)
        for statement in Self.setup { try execute(statement) }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(connection)
        if lock >= 0 { close(lock) }
    }

    private static let setup = [
        "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA journal_size_limit = 16000000",
        """
        CREATE TABLE IF NOT EXISTS files (
            id INTEGER PRIMARY KEY, device INTEGER, inode INTEGER, generation INTEGER, path TEXT, offset INTEGER,
            headLength INTEGER, headHash INTEGER, UNIQUE (device, inode, generation))
        """,
        """
        CREATE TABLE IF NOT EXISTS rows (
            file INTEGER, end INTEGER, level INTEGER, text TEXT, storedAt INTEGER DEFAULT (unixepoch()),
            PRIMARY KEY (file, end)) WITHOUT ROWID
        """,
    ]

    /// Stores either all changes that the closure makes, or none of them.
    func transaction(_ change: () throws(Failure) -> Void) throws(Failure) {
        try execute("BEGIN IMMEDIATE")
        do {
            try change()
            try execute("COMMIT")
        } catch {
            if sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    enum Value {
        case number(Int64)
        case text(String)
    }

    /// Runs a statement, and passes on each row of its result.
    func execute(
        _ text: String, _ values: [Value] = [], forEach handle: (Result) -> Void = { _ in }
    ) throws(Failure) {
        let statement = try prepared(text)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try check(bind(value, to: statement, at: Int32(index + 1))) }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            if code != SQLITE_ROW { throw failure(code) }
            handle(Result(statement: statement))
        }
    }

    struct Result {
        fileprivate let statement: OpaquePointer
        func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
        func text(_ column: Int32) -> String {
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        }
    }

    private func bind(_ value: Value, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .number(let number): sqlite3_bind_int64(statement, index, number)
        case .text(var text):
            // The pointer is valid only here, so SQLite has to copy the text, which -1 requests.
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(
                        statement, index, $0.baseAddress ?? emptyText, Int32($0.count),
                        unsafeBitCast(-1, to: sqlite3_destructor_type.self))
                }
            }
        }
    }

    private func prepared(_ text: String) throws(Failure) -> OpaquePointer {
        if let statement = statements[text] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(connection, text, -1, &statement, nil))
        statements[text] = statement
        return statement!
    }

    private func check(_ code: Int32) throws(Failure) {
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: Int32) -> Failure {
        Failure(code: code, description: String(cString: sqlite3_errmsg(connection)))
    }
}

/// The pointer for an empty text without memory of its own.
///
/// SQLite would store a null pointer as a missing text.
private nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = UnsafePointer(strdup("")!)

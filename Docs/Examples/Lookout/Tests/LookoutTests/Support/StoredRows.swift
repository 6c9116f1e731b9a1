import CSQLite

/// The rows in a database, also while the program writes to it.
enum StoredRows {

    /// The texts, ordered by file and by place in the file.
    static func texts(in path: String) -> [String] { query("SELECT text FROM rows ORDER BY file, end", path) }

    static func count(in path: String) -> Int {
        query("SELECT count(*) FROM rows", path).first.flatMap { Int($0) } ?? 0
    }

    /// Keeps SQLite from overwriting the journal from its beginning.
    ///
    /// There, a row would have room even on a full disk.
    final class Reader {
        private var connection: OpaquePointer?

        init(of path: String) {
            sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
            sqlite3_exec(connection, "BEGIN; SELECT count(*) FROM rows", nil, nil, nil)
        }

        func end() { sqlite3_close(connection) }
    }

    private static func query(_ text: String, _ path: String) -> [String] {
        var connection: OpaquePointer?, statement: OpaquePointer?
        defer {
            sqlite3_finalize(statement)
            sqlite3_close(connection)
        }
        sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
        sqlite3_busy_timeout(connection, 1_000)
        sqlite3_prepare_v2(connection, text, -1, &statement, nil)
        var result: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            result.append(String(cString: sqlite3_column_text(statement, 0)))
        }
        return result
    }
}

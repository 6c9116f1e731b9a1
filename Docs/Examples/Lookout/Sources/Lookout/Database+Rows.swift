extension Database {

    /// Stores rows and the place up to which each file is now read, in one transaction.
    ///
    /// So each line is stored exactly once, even if the program is killed.
    func store(_ rows: [Row]) throws(Failure) {
        try transaction { () throws(Failure) in
            var files: [FileID: Int64] = [:]
            for row in Dictionary(rows.map { ($0.origin.id, $0) }, uniquingKeysWith: { $1 }).values {
                files[row.origin.id] = try store(row.origin, readTo: row.end)
            }
            for row in rows {
                try execute(
                    "INSERT INTO rows (file, end, level, text) VALUES (?, ?, ?, ?)",
                    [
                        .number(files[row.origin.id]!), .number(row.end), .number(Int64(row.level.badness)),
                        .text(row.text),
                    ])
            }
        }
    }

    /// Returns the number under which the file is stored.
    private func store(_ origin: Origin, readTo offset: Int64) throws(Failure) -> Int64 {
        var number: Int64 = 0
        try execute(
            """
            INSERT INTO files (device, inode, generation, path, offset, headLength, headHash) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET path = excluded.path, offset = excluded.offset, headLength = excluded.headLength,
            headHash = excluded.headHash RETURNING id
            """,
            [
                .number(Int64(bitPattern: origin.id.device)), .number(Int64(bitPattern: origin.id.inode)),
                .number(Int64(origin.id.generation)), .text(origin.path), .number(offset),
                .number(Int64(origin.head.length)), .number(Int64(bitPattern: origin.head.hash)),
            ]
        ) { number = $0.number(0) }
        return number
    }

    /// The place up to which each file is stored.
    func entries() throws(Failure) -> [Ledger.Entry] {
        var entries: [Ledger.Entry] = []
        try execute("SELECT device, inode, generation, path, offset, headLength, headHash FROM files") { result in
            let id = FileID(
                device: UInt64(bitPattern: result.number(0)), inode: UInt64(bitPattern: result.number(1)),
                generation: Int(result.number(2)))
            let head = Head(length: Int(result.number(5)), hash: UInt64(bitPattern: result.number(6)))
            entries.append(Ledger.Entry(id: id, path: result.text(3), offset: result.number(4), head: head))
        }
        return entries
    }
}

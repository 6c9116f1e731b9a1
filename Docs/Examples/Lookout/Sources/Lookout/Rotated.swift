import Glibc

/// Finds files that were renamed while nothing followed them, with lines that may be unread.
enum Rotated {

    static func files(before path: String, _ ledger: Ledger) -> [String] {
        var wanted = Set(ledger.files(at: path))
        if let current = OpenFile.id(of: path) { wanted.remove(current) }
        if wanted.isEmpty { return [] }
        let slash = path.lastIndex(of: "/"), folder = slash.map { String(path[...$0]) } ?? "./"
        return entries(of: folder).filter { OpenFile.id(of: $0).map(wanted.contains) == true && $0 != path }
    }

    private static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var entries: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            entries.append(folder + name)
        }
        return entries
    }
}

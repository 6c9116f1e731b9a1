/// The instructions of a job, as callgrind writes them.
package struct TracedInstructions {

    /// The instructions, by the path of the file with the code: the program, or a library.
    ///
    /// Steps of lookups of types are excluded.
    private var countsByObject: [Substring: Int] = [:]

    /// - Parameter dump: The text of a file in the format of callgrind. A call has two lines with
    ///   caller, callee and count, the second of which has the costs of the callee. These costs are
    ///   only counted where the callee is listed.
    package init(dump: String) {
        var names: [Substring: Substring] = [:], object: Substring = "", isAboutCallee = false
        var functions: [Substring: Substring] = [:], looksUpType = false
        for line in dump.split(separator: "\n") {
            if let name = line.value(of: "ob") {
                object = names.path(for: name)
            } else if let name = line.value(of: "cob") {
                _ = names.path(for: name)
            } else if let name = line.value(of: "fn") {
                looksUpType = functions.path(for: name).looksUpType
            } else if let name = line.value(of: "cfn") {
                _ = functions.path(for: name)
            } else if line.hasPrefix("calls=") {
                isAboutCallee = true
            } else if let first = line.first, first.isNumber || "+-*".contains(first) {
                if !isAboutCallee, !looksUpType { countsByObject[object, default: 0] += line.cost }
                isAboutCallee = false
            }
        }
    }

    /// The instructions without the C library and its loader, and without steps of lookups in
    /// tables of types of Swift's runtime.
    ///
    /// Their instructions depend on more than the package's sources: the processor chooses variants
    /// of `memcpy`, and the allocator's work depends on what was freed before. Calls of the
    /// allocator and of locks are counted separately. A lookup takes another step for each type
    /// with the same place in the table. That place is computed from addresses, so it depends on
    /// the layout of the whole program. The rest of a lookup is counted.
    package var withoutSystem: Int {
        countsByObject.reduce(0) { sum, entry in
            let file = entry.key.split(separator: "/").last ?? ""
            return file.hasPrefix("libc.so") || file.hasPrefix("ld-linux") ? sum : sum + entry.value
        }
    }
}

extension Substring {

    /// The text after the key and the equals sign.
    fileprivate func value(of key: String) -> Substring? {
        hasPrefix(key + "=") ? dropFirst(key.count + 1) : nil
    }

    /// `true` for the name of a function of Swift's runtime that walks through a table of types.
    fileprivate var looksUpType: Bool {
        hasPrefix("swift::MetadataCacheKey::operator==") || contains("ReadableHashMap<") && contains("find<")
    }

    /// The cost in a line with a position and a number, which may be missing.
    fileprivate var cost: Int {
        let words = split(separator: " ")
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
}

extension [Substring: Substring] {

    /// Reads a path. It's written once, after a number in parentheses, and later only the number.
    fileprivate mutating func path(for name: Substring) -> Substring {
        guard let end = name.firstIndex(of: ")") else { return name }
        let number = name[...end], path = name[end...].dropFirst(2)
        if !path.isEmpty { self[number] = path }
        return self[number] ?? ""
    }
}

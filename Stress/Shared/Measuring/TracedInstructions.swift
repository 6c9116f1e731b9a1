/// The instructions of a job, as callgrind writes them.
package struct TracedInstructions {

    /// By the path of the file that holds the code: the program, or a library. Lookups of types are left out.
    private var countsByObject: [Substring: Int] = [:]

    /// - Parameter dump: The text of a file in the format of callgrind: who called which function how often comes in two
    ///   lines, the second of which has the costs of the callee. They're counted where the callee is listed.
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

    /// Without those of the C library and its loader, and without steps of lookups in the tables of types of Swift's runtime.
    ///
    /// They depend on more than our sources. Variants of `memcpy` are chosen by the processor, and the allocator does
    /// more or less depending on what was freed before. Calls of the allocator and of locks are counted on their own. A
    /// lookup takes a step more for each type that shares its place in the table, which is computed from addresses, and so
    /// depends on the layout of the whole program. The rest of a lookup is counted.
    package var withoutSystem: Int {
        countsByObject.reduce(0) { sum, entry in
            let file = entry.key.split(separator: "/").last ?? ""
            return file.hasPrefix("libc.so") || file.hasPrefix("ld-linux") ? sum : sum + entry.value
        }
    }
}

extension Substring {

    /// What's behind the key and the equals sign.
    fileprivate func value(of key: String) -> Substring? {
        hasPrefix(key + "=") ? dropFirst(key.count + 1) : nil
    }

    /// Whether this is the name of a function of Swift's runtime that walks through a table of types.
    fileprivate var looksUpType: Bool {
        hasPrefix("swift::MetadataCacheKey::operator==") || contains("ReadableHashMap<") && contains("find<")
    }

    /// A line of costs is a position and a number, which may be left out.
    fileprivate var cost: Int {
        let words = split(separator: " ")
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
}

extension [Substring: Substring] {

    /// A name is written once, behind a number in parentheses, and then only the number.
    fileprivate mutating func path(for name: Substring) -> Substring {
        guard let end = name.firstIndex(of: ")") else { return name }
        let number = name[...end], path = name[end...].dropFirst(2)
        if !path.isEmpty { self[number] = path }
        return self[number] ?? ""
    }
}

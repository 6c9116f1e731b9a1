import Foundation

/// A Markdown file in the repository.
struct Markdown {

    private let path: String
    private let text: [String]

    private init(_ path: String) throws {
        self.path = path
        var isCode = false
        text = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n").filter { line in
            let isFence = line.trimmingCharacters(in: .whitespaces).hasPrefix("```")
            if isFence { isCode.toggle() }
            return !isFence && !isCode
        }
    }

    /// Checks links to files and to parts of files. Returns the links that lead out of the
    /// repository.
    static func checkAll(in repository: String, _ complaints: inout Complaints) throws -> Set<String> {
        var external: Set<String> = []
        var folders = [repository]
        while let folder = folders.popLast() {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasPrefix(".") {
                let path = "\(folder)/\(name)"
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                if isFolder.boolValue {
                    folders.append(path)
                } else if name.hasSuffix(".md") {
                    try Markdown(path).check(&complaints, &external)
                }
            }
        }
        return external
    }

    private func check(_ complaints: inout Complaints, _ external: inout Set<String>) throws {
        for line in text {
            for match in line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/) {
                let link = String(match.1)
                if link.hasPrefix("doc:") { continue }  // docc has checked it
                if link.contains("://") {
                    external.insert(link)
                    continue
                }
                let parts = link.components(separatedBy: "#")
                let target =
                    parts[0].isEmpty
                    ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path + "/" + parts[0]
                if !FileManager.default.fileExists(atPath: target) {
                    complaints.add("\(path) links to \(link), which doesn't exist")
                } else if parts.count > 1, try !Markdown(target).anchors.contains(parts[1]) {
                    complaints.add("\(path) links to \(link), but the page has no such heading")
                }
            }
        }
    }

    /// The anchors that repository hosts give to headings.
    private var anchors: [String] {
        text.filter { $0.hasPrefix("#") }.map { line in
            line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacingOccurrences(of: " ", with: "-")
        }
    }
}

import Foundation

/// The pages of an archive that `docc` has written.
struct Archive {

    private struct Page {
        let title: String
        let json: [String: Any]
        var anchors: Set<String> = []
    }

    /// The pages, by the path in their address.
    private var pages: [String: Page] = [:]
    private let root: String

    /// The page that lists the modules.
    private static let landing = "/documentation"

    init(_ folder: String) throws {
        root = folder
        let data = folder + "/data"
        for path in try FileManager.default.subpathsOfDirectory(atPath: data) where path.hasSuffix(".json") {
            let content = try Data(contentsOf: URL(fileURLWithPath: "\(data)/\(path)"))
            guard let json = try JSONSerialization.jsonObject(with: content) as? [String: Any] else { continue }
            let metadata = json["metadata"] as? [String: Any]
            var page = Page(title: metadata?["title"] as? String ?? path, json: json)
            Self.collectAnchors(in: json, into: &page.anchors)
            pages["/" + path.dropLast(5).lowercased()] = page
        }
    }

    var count: Int { pages.count }

    private static func collectAnchors(in json: Any, into anchors: inout Set<String>) {
        if let object = json as? [String: Any] {
            if let anchor = object["anchor"] as? String { anchors.insert(anchor.lowercased()) }
            for (key, value) in object where key != "references" { collectAnchors(in: value, into: &anchors) }
        } else if let array = json as? [Any] {
            for value in array { collectAnchors(in: value, into: &anchors) }
        }
    }

    private func references(of page: Page) -> [String: [String: Any]] {
        page.json["references"] as? [String: [String: Any]] ?? [:]
    }

    // MARK: - Check

    /// Checks that each page, anchor, image and file that a page refers to exists.
    func checkLinks(_ complaints: inout Complaints) {
        for (path, page) in pages {
            for reference in references(of: page).values {
                // A chapter of tutorials has an address, but no page, and is never shown as a link.
                if let url = reference["url"] as? String, url.hasPrefix("/"), !url.hasPrefix("/tutorials/tutorials/") {
                    let parts = url.lowercased().components(separatedBy: "#")
                    guard let target = pages[parts[0]] else {
                        complaints.add("\(path) links to \(url), which doesn't exist")
                        continue
                    }
                    if parts.count > 1, !target.anchors.contains(parts[1]) {
                        complaints.add("\(path) links to \(url), but the page has no such part")
                    }
                }
                for variant in reference["variants"] as? [[String: Any]] ?? [] {
                    guard let url = variant["url"] as? String, url.hasPrefix("/") else { continue }
                    if !FileManager.default.fileExists(atPath: root + url) {
                        complaints.add("\(path) shows \(url), which doesn't exist")
                    }
                }
            }
        }
    }

    /// Checks that no page shows text that only docc needs.
    func checkTexts(_ complaints: inout Complaints) {
        Hashes.check(pages: pages.mapValues(\.json), &complaints)
    }

    /// Checks that topics lead from the landing page to each page, and list each page once.
    func checkPlaces(_ complaints: inout Complaints) {
        var found: Set = [Self.landing], waiting = [Self.landing]
        while let path = waiting.popLast() {
            guard let page = pages[path] else { continue }
            let next = targets(of: page, isTutorial: path.hasPrefix("/tutorials")) + overloads(on: page)
            waiting += next.filter { found.insert($0).inserted }
        }
        for (path, page) in pages {
            if !found.contains(path) { complaints.add("no topics lead to \(path), \"\(page.title)\"") }
            let listed = targets(of: page, isTutorial: false)
            for (name, times) in Dictionary(grouping: listed, by: \.self).mapValues(\.count) where times > 1 {
                complaints.add("\(path), \"\(page.title)\", lists \(name) \(times) times")
            }
            let hierarchy = page.json["hierarchy"] as? [String: Any]
            if let paths = hierarchy?["paths"] as? [Any], paths.count > 1 {
                complaints.add("\(path), \"\(page.title)\", is listed in \(paths.count) places")
            }
        }
    }

    private func targets(of page: Page, isTutorial: Bool) -> [String] {
        let references = references(of: page)
        let sections = ["topicSections", "defaultImplementationsSections"].flatMap {
            page.json[$0] as? [[String: Any]] ?? []
        }
        let topics = sections.flatMap { $0["identifiers"] as? [String] ?? [] }
        return addresses(of: isTutorial ? Array(references.keys) : topics, references)
    }

    private func addresses(of identifiers: [String], _ references: [String: [String: Any]]) -> [String] {
        identifiers.compactMap {
            (references[$0]?["url"] as? String)?.lowercased().components(separatedBy: "#")[0]
        }
    }

    /// The overloads on a page. Topics list them as one page, which lists their declarations.
    private func overloads(on page: Page) -> [String] {
        let sections = page.json["primaryContentSections"] as? [[String: Any]] ?? []
        let declarations = sections.flatMap { $0["declarations"] as? [[String: Any]] ?? [] }
        let identifiers = declarations.flatMap { declaration in
            let others = declaration["otherDeclarations"] as? [String: Any]
            return (others?["declarations"] as? [[String: Any]] ?? []).compactMap { $0["identifier"] as? String }
        }
        return addresses(of: identifiers, references(of: page))
    }

    private static let sortedByHand = [
        "swiftobserver", "swiftobserver/observable", "swiftobserver/observer", "swiftobserver/messagesource",
        "swiftobserver/observing", "swiftobserver/variable", "swiftobservertesting", "swiftobservertesting/manualclock",
        "swiftobservertesting/recording", "relay", "relay/relay", "relay/relayid", "relay/relayproblem",
        "relay/relayserver",
    ]

    /// Checks that no name is left to be sorted by its kind, on pages with many names.
    func checkTopics(_ complaints: inout Complaints) {
        for name in Self.sortedByHand {
            guard let page = pages["\(Self.landing)/\(name)"] else {
                complaints.add("\(name) isn't in the archive")
                continue
            }
            let sections = page.json["topicSections"] as? [[String: Any]] ?? []
            for section in sections where section["generated"] as? Bool == true {
                if section["title"] as? String == "Default Implementations" { continue }
                for identifier in section["identifiers"] as? [String] ?? [] {
                    let symbol = identifier.components(separatedBy: "/documentation/").last ?? identifier
                    complaints.add(
                        "\(symbol) is in no topic. List it in the catalog of its module: on the page of its type in Extensions, "
                            + "or on the page of the module. The library also has FreeFunctions.md and VariableOperators.md."
                    )
                }
            }
        }
    }
}

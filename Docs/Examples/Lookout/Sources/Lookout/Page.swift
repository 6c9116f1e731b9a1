/// The files of the page, which are part of the program.
enum Page {

    /// The file at a path, if any.
    static func file(at path: String) -> Answer? {
        switch path {
        case "/": Answer(PackageResources.page_html, type: "text/html; charset=utf-8")
        case "/page.css": Answer(PackageResources.page_css, type: "text/css; charset=utf-8")
        case "/page.js": script(PackageResources.page_js)
        case "/alerts.js": script(PackageResources.alerts_js)
        case "/facts.js": script(PackageResources.facts_js)
        case "/graph.js": script(PackageResources.graph_js)
        case "/layout.js": script(PackageResources.layout_js)
        case "/lines.js": script(PackageResources.lines_js)
        case "/nodes.js": script(PackageResources.nodes_js)
        case "/rows.js": script(PackageResources.rows_js)
        case "/words.js": script(PackageResources.words_js)
        default: nil
        }
    }

    private static func script(_ bytes: [UInt8]) -> Answer { Answer(bytes, type: "text/javascript; charset=utf-8") }
}

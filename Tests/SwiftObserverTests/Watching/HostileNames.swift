/// Names that have a meaning in the languages that watching writes, or that are hard to write.
enum HostileNames {

    static let all = [
        "", " ", "\"", "\\", "\\\"", "\\n", "\n", "\r\n", "a\nb", "\t", "\0", "a\u{1}b\u{7F}", "\\N", "\\", "end",
        "graph",
        "digraph {", "}", "]", "\"]", ")", "|", "||", "-->", "a --> b", ":::slow", "%%", "%%{init: {}}%%", "#quot;",
        "#35;", "#",
        ";", "&", "&amp;", "&#1;", "&#0;", "&lt;b&gt;", "<b>", "<br/>", "</svg>", "<!--", "`", "`**x**`", "**x**",
        "1. x", "- x",
        "subgraph", "click n1 call f()", "{", "{{x}}", "'", "🐶", "👩‍👩‍👧", "é", "e\u{301}", "שלום", "\u{202E}dog\u{202C}",
        "\u{2028}", "\u{FEFF}",
        "\u{FFFF}", "# EOF", "} 1\nx 2", "x\"} 1\n# EOF\n", "{a=\"b\"}", String(repeating: "\"\\\n", count: 5000),
        String(repeating: "a", count: 10_000), String(repeating: "🐶", count: 10_000),
    ]
}

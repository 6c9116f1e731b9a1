import SwiftCode
import Testing

@testable import Quotes

/// Complaints about pages that quote the library.
@Suite struct QuoteTests {

    private let library = SwiftSources([
        SwiftSource(
            file: "Flag.swift",
            text: """
                struct Flag {
                    func set() {
                        flag.store(
                            true, ordering: .releasing)
                    }
                    var isSet: Bool { flag.load(ordering: .acquiring) }
                    func reset() { flag.store(false, ordering: .relaxed); flag.store(false, ordering: .relaxed) }
                    #if EXPLORE
                        func look() { flag.load(ordering: .relaxed) }
                    #endif
                }
                """)
    ])

    private let complete = """
        # Page
        ```swift
        // Flag.set
        flag.store(true, ordering: .releasing)
        ```
        ```
        not a quote
        ```
          ```swift
          // Flag
          var isSet: Bool { flag.load(ordering: .acquiring) }
          func reset() { flag.store(false, ordering: .relaxed)
          flag.store(false, ordering: .relaxed) }
          ```
        ```cpp
        // Flag.cpp
        flag($).store(1,releasing);
        ```
        """

    @Test func `a page that quotes each ordering once is right`() {
        let check = check(complete)
        #expect(check.complaints == [])
        #expect(check.orderingCount == 4)
    }

    @Test(arguments: [
        ("// Flag.set", "// Flag.sett", "Page.md:4: there's no declaration Flag.sett; similar: Flag.set"),
        (
            "// Flag.set", "// Flag.reset",
            "Page.md:4: Flag.reset doesn't contain: flag.store(true, ordering: .releasing)"
        ),
        ("// Flag.set\n", "", "Page.md:3: a quote must begin with a comment that names its declaration, or its model"),
        ("// Flag.cpp", "// Other.cpp", "Page.md:16: the model Other.cpp doesn't exist"),
        ("1,rel", "1,acq_rel", "Page.md:17: Flag.cpp doesn't contain: flag($).store(1,acq_releasing);"),
        (
            "var isSet: Bool { flag.load(ordering: .acquiring) }", "",
            "Page.md: doesn't quote this ordering of Flag.isSet (Flag.swift:6): "
                + "var isSet: Bool { flag.load(ordering: .acquiring) }"
        ),
        (
            "flag.store(false, ordering: .relaxed) }", "",
            "Page.md: doesn't quote this ordering of Flag.reset (Flag.swift:7): "
                + "func reset() { flag.store(false, ordering: .relaxed); flag.store(false, ordering: .relaxed) }"
        ),
        (
            "// Flag\n", "// Flag\n  flag.store(true, ordering: .releasing)\n",
            "Page.md:11: the page quotes this more often than Flag contains it: flag.store(true, ordering: .releasing)"
        ),
        (".releasing)\n", ".relaxed)\n", "Page.md:4: Flag.set doesn't contain: flag.store(true, ordering: .relaxed)"),
    ])
    func `a page that is wrong is told where`(part: String, replacement: String, complaint: String) {
        let check = check(complete.replacing(part, with: replacement, maxReplacements: 1))
        #expect(check.complaints.first == complaint)
    }

    private func check(_ page: String) -> QuoteCheck {
        QuoteCheck(page: "Page.md", text: page, library: library) { file in
            file == "Flag.cpp" ? SwiftSource(file: file, text: "flag($).store(1, releasing);") : nil
        }
    }
}

import Planting
import StressSupport
import SwiftCode
import Testing

/// Planting defects in a copy of the library.
@Suite struct PlantingTests {

    private let sources = SwiftSources([
        SwiftSource(
            file: "Gate.swift",
            text: """
                struct Gate {
                    func enter() {
                        if isOpen,  // for now
                            count == 0
                        {
                            count += 1
                        }
                        notify()
                    }
                    deinit { close() }
                }
                """)
    ])

    @Test(arguments: [
        ("isOpen", "!PLANTED, isOpen", "if !PLANTED, isOpen,  // for now"),
        ("isOpen", "isOpen && PLANTED", "if isOpen && PLANTED,  // for now"),
        ("if isOpen", "if !isOpen", "if !isOpen,  // for now"),
        ("isOpen, count", "isOpen, PLANTED, count", "if isOpen, PLANTED,  // for now"),
        ("count == 0", "count != 0", "count != 0\n"),
        ("count==0", "count == PLANTED.number", "count == PLANTED.number\n"),
        ("count += 1", "if !PLANTED { count += 1 }", "    if !PLANTED { count += 1 }\n        }"),
        ("{ count += 1", "{\nif PLANTED { fail() }\ncount += 1", "{\nif PLANTED { fail() }\n            count += 1"),
        ("notify()", "if PLANTED { return }\nnotify()", "if PLANTED { return }\nnotify()\n    }"),
        ("notify()", "notify()\nif PLANTED { stop() }", "notify()\nif PLANTED { stop() }\n    }"),
        ("notify()", "notify { }", "notify { }\n    }"),
        ("notify()", "", "        \n    }"),
    ])
    func `only what differs is changed`(sound: String, broken: String, expected: String) throws {
        let text = try planted(Defect("test", in: "Gate.enter", sound, becomes: broken))
        #expect(text.replacing("isPlanted(\"test\")", with: "PLANTED").contains(expected), "\(text)")
    }

    @Test func `planting gives the tokens of the broken code and no others`() throws {
        let text = try planted(Defect("test", in: "Gate.deinit", "close()", becomes: "if !PLANTED { close() }"))
        let old = sources.sources[0].tokens.map(\.text)
        let new = Token.all(of: text).map(\.text)
        #expect(new.joined(separator: " ").contains("deinit { if ! isPlanted ( \"test\" ) { close ( ) } }"))
        #expect(new.count == old.count + Token.all(of: "if !isPlanted(\"test\") {}").count)
    }

    @Test func `several defects can change the same expression`() throws {
        let text = try planted(
            Defect("one", in: "Gate.enter", "count == 0", becomes: "count == 0 || PLANTED"),
            Defect("two", in: "Gate.enter", "count == 0", becomes: "PLANTED && count == 0"),
            Defect("three", in: "Gate.enter", "count == 0", becomes: "count == 0 && PLANTED"))
        #expect(
            text.contains("isPlanted(\"two\") && count == 0 || isPlanted(\"one\") && isPlanted(\"three\")\n"), "\(text)"
        )
    }

    @Test func `a defect can change several declarations`() throws {
        let text = try planted(
            Defect(
                "both", .init(in: "Gate.enter", "notify()", becomes: "if !PLANTED { notify() }"),
                .init(in: "Gate.deinit", "close()", becomes: "if !PLANTED { close() }")))
        #expect(text.components(separatedBy: "if !isPlanted(\"both\") {").count == 3)
    }

    @Test func `defects that replace the same code are refused`() {
        let error = #expect(throws: ProgramError.self) {
            try planted(
                Defect("one", in: "Gate.enter", "count == 0", becomes: "count == 1"),
                Defect("two", in: "Gate.enter", "== 0", becomes: "!= 0"),
                Defect("three", in: "Gate.enter", "count == 0", becomes: "PLANTED"))
        }
        #expect(error?.text == "defects three and two change the same code of Gate.swift")
    }

    @Test func `all defects without a place are reported at once`() {
        let error = #expect(throws: ProgramError.self) {
            try planted(
                Defect("missing", in: "Gate.enter", "count == 2", becomes: "PLANTED"),
                Defect("ambiguous", in: "Gate.enter", "count", becomes: "PLANTED"),
                Defect("moved", in: "Gate.entre", "count", becomes: "PLANTED"))
        }
        #expect(
            error?.text == """
                defect missing: this code occurs 0 times in Gate.enter instead of once: count == 2
                defect ambiguous: this code occurs 2 times in Gate.enter instead of once (Gate.swift:4, Gate.swift:6): count
                defect moved: there's no declaration Gate.entre; similar: Gate.enter
                """)
    }

    private func planted(_ defects: Defect...) throws -> String { try plant(defects, in: sources)[0] }
}

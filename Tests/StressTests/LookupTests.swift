import SwiftCode
import Testing

/// Looking up code by declaration and expression.
@Suite struct LookupTests {

    private let code = SwiftSources([
        SwiftSource(
            file: "Mailbox.swift",
            text: """
                struct Mailbox {
                    mutating func goOffDuty() -> Bool {
                        guard line  // nothing is in line
                            .isEmpty
                        else { return false }
                        deliverer = .nobody
                        return true
                    }
                    func take(upTo count: Int) { line.removeFirst(count) }
                    func take(all isAll: Bool) { line.removeAll(); line.removeAll() }
                }
                """),
        SwiftSource(
            file: "Mailbox+Text.swift",
            text: "extension Mailbox { var text: String { get { \"empty\" } } }\nprivate func goOnDuty() {}"),
    ])

    @Test func `space, line breaks and comments don't matter`() throws {
        let place = try code.onlyOccurrence(
            of: "guard line.isEmpty /* or not */ else\n{return false}", in: "Mailbox.goOffDuty")
        #expect(code.line(of: place) == "Mailbox.swift:3")
    }

    @Test func `a name finds all overloads, and labels tell them apart`() throws {
        #expect(try code.occurrences(of: "line", in: "Mailbox.take").count == 3)
        #expect(try code.occurrences(of: "line", in: "Mailbox.take(upTo:)").count == 1)
        #expect(try code.occurrences(of: "line", in: "Mailbox.take(all:)").count == 2)
    }

    @Test func `a type is found with its extensions`() throws {
        #expect(try code.occurrences(of: "\"empty\"", in: "Mailbox").count == 1)
        #expect(try code.occurrences(of: "\"empty\"", in: "Mailbox.text.get").count == 1)
        #expect(try code.occurrences(of: "line", in: "Mailbox").count == 4)
    }

    @Test func `a part of a token isn't found`() throws {
        #expect(try code.occurrences(of: "lin", in: "Mailbox").isEmpty)
        #expect(try code.occurrences(of: "emp", in: "Mailbox").isEmpty)
    }

    @Test func `code that occurs several times is reported with its lines`() {
        #expect(
            throws: LookupError.notOnce(
                "line.removeAll()", "Mailbox.take", lines: ["Mailbox.swift:10", "Mailbox.swift:10"])
        ) {
            try code.onlyOccurrence(of: "line.removeAll()", in: "Mailbox.take")
        }
        #expect(throws: LookupError.notOnce("line.sort()", "Mailbox.take", lines: [])) {
            try code.onlyOccurrence(of: "line.sort()", in: "Mailbox.take")
        }
        #expect(throws: LookupError.noCode(" // nothing")) {
            try code.onlyOccurrence(of: " // nothing", in: "Mailbox.take")
        }
    }

    @Test func `a declaration that isn't there is reported with similar names`() {
        #expect(throws: LookupError.noDeclaration("Mailbox.goOfDuty", similar: ["Mailbox.goOffDuty"])) {
            try code.places(of: "Mailbox.goOfDuty")
        }
        #expect(throws: LookupError.noDeclaration("Mailbox.goOnDuty", similar: ["goOnDuty", "Mailbox.goOffDuty"])) {
            try code.places(of: "Mailbox.goOnDuty")
        }
        #expect(throws: LookupError.noDeclaration("Mailbox.take(until:)", similar: ["Mailbox.take"])) {
            try code.places(of: "Mailbox.take(until:)")
        }
        #expect(throws: LookupError.noDeclaration("Postman", similar: [])) { try code.places(of: "Postman") }
    }

    @Test func `errors name the code, the declaration, how often it occurs, and where`() {
        #expect(
            LookupError.notOnce("a + b", "Sum.add", lines: ["Sum.swift:3", "Sum.swift:4"]).description
                == "this code occurs 2 times in Sum.add instead of once (Sum.swift:3, Sum.swift:4): a + b")
        #expect(
            LookupError.notOnce("a + b", "Sum.add", lines: []).description
                == "this code occurs 0 times in Sum.add instead of once: a + b")
        #expect(
            LookupError.noDeclaration("Sum.ad", similar: ["Sum.add"]).description
                == "there's no declaration Sum.ad; similar: Sum.add")
    }
}

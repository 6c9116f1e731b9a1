import GrowthBudget
import StressSupport
import Testing

@Suite struct CallGraphTests {

    @Test func `a function reaches what it calls, over any number of calls, and each function once`() throws {
        let circle = (0..<50).flatMap { number in
            member("f\(number)", in: "File\(number % 7)") + [.use(of: "f\((number + 1) % 50)", by: "f\(number)")]
        }
        try expect(50, in: 7, from: "f0", facts: circle)
        try expect(51, in: 8, from: "f0", "other", facts: circle + member("other", in: "Other"))
    }

    @Test func `neither types nor what other modules declare are reached`() throws {
        let uses: [CallGraph.Fact] = [
            .use(of: "foreign", by: "send"), .use(of: "Type", by: "send"), .use(of: "late", by: "foreign"),
        ]
        try expect(1, in: 1, from: "send", facts: member("send", in: "A") + uses + member("late", in: "B"))
    }

    @Test func `a property leads to its accessors and what they call`() throws {
        let accessor: [CallGraph.Fact] = [.member("get", name: "getter:count", file: "A"), .child("get", of: "count")]
        let facts = member("count", in: "A") + accessor + member("lock", in: "B") + [.use(of: "lock", by: "get")]
        try expect(3, in: 2, from: "count", facts: facts)
    }

    @Test func `a call leads to overrides only if that is wanted`() throws {
        let members = member("base", in: "A") + member("override", in: "B") + member("more", in: "C")
        let facts = members + [.override("override", of: "base"), .use(of: "more", by: "override")]
        try expect(1, in: 1, from: "base", facts: facts)
        try expect(3, in: 3, from: "base", withOverrides: true, facts: facts)
    }

    @Test func `the order of facts doesn't matter`() throws {
        var facts = (0..<40).flatMap { number in
            let uses = [number * 2, number * 3 + 1].map { CallGraph.Fact.use(of: "f\($0)", by: "f\(number)") }
            return member("f\(number)", in: "File\(number % 9)") + uses
        }
        let reach = try CallGraph(facts).reach(from: ["Type.f1"], withOverrides: false)
        var random = SplitMix64(1)
        for _ in 1...20 {
            facts.shuffle(using: &random)
            try expect(reach.members, in: reach.files, from: "f1", facts: facts)
        }
    }

    @Test func `a start that isn't there is an error that names it`() {
        let graph = CallGraph(member("send", in: "A"))
        for missing in ["Type.post", "Other.send", "send"] {
            let error = #expect(throws: ProgramError.self) {
                _ = try graph.reach(from: ["Type.send", missing], withOverrides: false)
            }
            #expect(error?.text.contains(missing) == true)
        }
    }

    @Test func `a folder has the types of the folders in it, but no extensions`() {
        let graph = CallGraph([
            .type("1", name: "A", file: "Runtime/Lanes/A"), .type("2", name: "B", file: "Runtime/Lanes/A"),
            .type("3", name: "C", file: "Runtime/C"), .type("4", name: "D", file: "RuntimeTests/D"),
            .other("5", name: "A"),
        ])
        #expect(graph.countOfTypes(in: "Runtime/Lanes") == 2)
        #expect(graph.countOfTypes(in: "Runtime") == 3)
    }

    private func member(_ name: String, in file: String) -> [CallGraph.Fact] {
        [.type("Type", name: "Type", file: "T"), .member(name, name: name, file: file), .child(name, of: "Type")]
    }

    private func expect(
        _ members: Int, in files: Int, from starts: String..., withOverrides: Bool = false, facts: [CallGraph.Fact],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let reach = try CallGraph(facts).reach(from: starts.map { "Type." + $0 }, withOverrides: withOverrides)
        #expect(reach == (members, files), sourceLocation: location)
    }
}

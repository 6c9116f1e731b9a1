import RelayRig

/// Lets nodes make mistakes. Returns `true` if each mistake was detected.
func selftest(_ options: StressOptions) -> Bool {
    var missed = 0
    for planted in Planted.all {
        guard let scenario = Scenario.all.first(where: { $0.name == planted.scenario }) else { continue }
        let report = RunReport(scenario, seed: options.seed, plant: planted.plant)
        let isFound = report.complaints.contains { $0.contains(planted.complaint) }
        printLine("\(isFound ? "found " : "MISSED") \(planted.name.padded(to: 30))\(report.complaints.first ?? "")")
        if !isFound {
            printLine(report.description)
            missed += 1
        }
    }
    printLine("\(Planted.all.count - missed) planted faults found, \(missed) missed")
    return missed == 0
}

/// A planted mistake, and the words that must report it.
private struct Planted {

    let name: String
    let scenario: String
    let plant: Round.Plant
    let complaint: String

    init(_ name: String, in scenario: String, _ plant: Round.Plant, _ complaint: String) {
        (self.name, self.scenario, self.plant, self.complaint) = (name, scenario, plant, complaint)
    }

    static let all = [
        Planted("a swallowed message", in: "two", .fault("swallow"), "was notified of 0 missing messages before"),
        Planted(
            "a swallowed message", in: "server-killed-without-memory", .fault("swallow"),
            "was notified of 0 missing messages before"),
        Planted("a doubled message", in: "two", .fault("twice"), "twice"),
        Planted("two messages swapped", in: "server-killed-with-memory", .fault("swap"), "late"),
        Planted("another order", in: "ten", .fault("mix"), "disagree on the order"),
        Planted("a hidden gap", in: "trimmed", .fault("hide"), "was notified of 0 missing messages before"),
        Planted("a hidden gap", in: "overflow-newest", .fault("hide"), "was notified of 0 missing messages before"),
        Planted("a damaged message", in: "two", .fault("damage"), "damaged"),
        Planted("a missing end", in: "two", .fault("stop"), "which has sent"),
        Planted("a message never sent", in: "two", .init(publisher: ["--claim-too-much"]), "which has sent"),
    ]
}

extension Round.Plant {
    fileprivate static func fault(_ name: String) -> Self { .init(subscriber: ["--fault", name]) }
}

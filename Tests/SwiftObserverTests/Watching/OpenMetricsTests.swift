import Dispatch
import Testing

@testable import SwiftObserver

/// The text for Prometheus, which must be well-formed whatever the names are.
@Suite struct OpenMetricsTests {

    private let sky = Messenger<Int>(named: "sky"), dog = Dog(), queue = DispatchQueue(label: "kennel")

    private func metrics(_ observables: [Messenger<Int>], names: Int = 200) throws -> Metrics {
        try Metrics(text(observables, names: names))
    }

    /// The metrics of only these observables, because other tests run at the same time.
    private func text(_ observables: [Messenger<Int>], names: Int = 200) -> String {
        var sums = WatchSums(names: names), totals: [WatchSums.Key: WatchSums.Sum] = [:]
        let living = observables.map { CountedObservable($0.office, Messenger<Int>.self) }
        let keys = living.map { sums.key(of: $0.label) }
        for (key, one) in zip(keys, living) { totals[key, default: WatchSums.Sum()].add(one.sum) }
        return MetricsText(Array(zip(keys, living)), totals, [], isOn: true).text
    }

    @Test func `each family is told with its values`() throws {
        dog.observe(sky).on(queue).buffering(.newest(2)).receive { _ in }
        queue.suspend()
        for number in 1...5 { sky.send(number) }
        let metrics = try metrics([sky]), labels = "observable=\"sky\",type=\"Messenger<Int>\""
        queue.resume()
        #expect(metrics["observables", labels] == 1)
        #expect(metrics["observations", labels] == 1)
        #expect(metrics["waiting_messages", labels] == 2)
        #expect(metrics["largest_backlog_messages", labels] == 2)
        #expect(metrics["sent_messages_total", labels] == 5)
        #expect(metrics["handled_messages_total", labels] == 0)
        #expect(metrics["missed_messages_total", labels] == 3)
        #expect(metrics["refused_messages_total", labels] == 0)
        #expect(metrics["started_observations_total", labels] == 0)
        #expect(metrics["ended_observations_total", labels] == 0)
        #expect(metrics["slow_handlers", ""] == 0)
        #expect(metrics["longest_running_handler_seconds", ""] == 0)
        #expect(metrics["watching", ""] == 1)
        #expect(metrics.families.count == 13)
    }

    @Test func `observables without a name are summed up by type, and so are those with the same name`() throws {
        let unnamed = [Messenger<Int>(), Messenger<Int>()], others = [sky, Messenger<Int>(named: "sky")]
        for messenger in unnamed + others {
            dog.observe(messenger) { _ in }
            messenger.send(1)
        }
        let metrics = try metrics(unnamed + others)
        for name in ["", "sky"] {
            #expect(metrics["observables", "observable=\"\(name)\",type=\"Messenger<Int>\""] == 2)
            #expect(metrics["sent_messages_total", "observable=\"\(name)\",type=\"Messenger<Int>\""] == 2)
        }
    }

    @Test func `names beyond the limit are summed up`() throws {
        let skies = (0..<1000).map { Messenger<Int>(named: "sky \($0)") }
        for sky in skies { dog.observe(sky) { _ in } }
        let metrics = try metrics(skies, names: 10)
        #expect(metrics["observables", "observable=\"(other)\",type=\"Messenger<Int>\""] == 990)
        for family in metrics.families.values { #expect(family.count <= 11) }
    }

    @Test(arguments: HostileNames.all)
    func `any name can be a label`(_ name: String) throws {
        let sky = Messenger<Int>(named: name)
        dog.observe(sky) { _ in }
        let metrics = try metrics([sky])
        #expect(metrics.families["observables"]?.count == 1)
    }

    @Test func `labels are escaped`() {
        #expect(MetricsText.escaped("a\"b\\c\nd\r\0é🐶") == "a\\\"b\\\\c\\nd\r\0é🐶")
    }

    @Test(.needs(.promtool)) func `Prometheus reads any name`() throws {
        let skies = HostileNames.all.map { Messenger<Int>(named: $0) }
        for sky in skies { dog.observe(sky) { _ in } }
        let result = try Tool.promtool.read(text(skies), "check", "metrics")
        #expect(result.status == 0)
        #expect(result.output + result.errors == "")
    }
}

extension WatchSuite {

    /// The metrics of the whole program.
    @Suite struct WatchedMetricsTests {

        /// The values of the observables with a name.
        private func values(_ name: String) throws -> [String: Double] {
            // Other tests make thousands of observables.
            let lines = Watch.openMetrics().split(separator: "\n").filter {
                $0.hasPrefix("#") || $0.contains("\"\(name)\"")
            }
            let metrics = try Metrics(lines.joined(separator: "\n") + "\n")
            let labels = "observable=\"\(name)\",type=\"Messenger<Int>\""
            return metrics.families.compactMapValues { $0[labels] }
        }

        /// Many other tests run at the same time, and may use names.
        private let limits = WatchLimits(names: 100_000)

        @Test func `sums remain when observers stop and observables die`() throws {
            Watch.start(limits)
            defer { Watch.stop() }
            let dog = Dog()
            var sky: Messenger? = Messenger<Int>(named: "mortal sky")
            dog.observe(sky!) { _ in }
            for number in 1...10 { sky?.send(number) }
            #expect(try values("mortal sky")["sent_messages_total"] == 10)
            #expect(try values("mortal sky")["handled_messages_total"] == 10)
            dog.stopObserving()
            #expect(try values("mortal sky")["observations"] == 0)
            #expect(try values("mortal sky")["ended_observations_total"] == 1)
            #expect(try values("mortal sky")["handled_messages_total"] == 10)
            #expect(try values("mortal sky")["sent_messages_total"] == 10)
            sky = nil
            #expect(try values("mortal sky")["observables"] == 0)
            #expect(try values("mortal sky")["sent_messages_total"] == 10)
            #expect(try values("mortal sky")["started_observations_total"] == 1)
        }

        @Test func `what a closed observable refuses is told while it lives and later`() throws {
            Watch.start(limits)
            defer { Watch.stop() }
            let dog = Dog()
            var sky: Messenger? = Messenger<Int>(named: "closed sky")
            dog.observe(sky!) { _ in }
            _ = sky?.close(within: .hangLimit)
            for number in 1...3 { sky?.send(number) }
            #expect(try values("closed sky")["refused_messages_total"] == 3)
            sky = nil
            #expect(try values("closed sky")["refused_messages_total"] == 3)
        }

        @Test func `a watcher is told what a closed observable refuses`() async throws {
            let refused = Recorder<Int>(), dog = Dog(), sky = Messenger<Int>(named: "sky that is closed and watched")
            Watch.start(WatchLimits(slow: .milliseconds(20)), telling: RefusalWatcher(refused: refused))
            defer { Watch.stop() }
            dog.observe(sky) { _ in }
            _ = await sky.close(within: .hangLimit)
            for number in 1...3 { sky.send(number) }
            await eventually { refused.values.reduce(0, +) == 3 }
        }

        @Test func `sums never decrease while others send, start, stop and die`() async throws {
            Watch.start(limits)
            defer { Watch.stop() }
            let isOver = LockedBox(false), sent = LockedBox(0)
            let scraped = Recorder<[String: Double]>()
            let threads = DispatchGroup()
            for _ in 1...3 {
                DispatchQueue(label: "sender").async(group: threads) {
                    while !isOver.withLock({ $0 }) {
                        let sky = Messenger<Int>(named: "busy sky")
                        for _ in 1...5 {
                            let dog = Dog()
                            dog.observe(sky) { _ in }
                            for number in 1...3 { sky.send(number) }
                            sent.withLock { $0 += 3 }
                        }
                    }
                }
            }
            await eventually { sent.withLock { $0 } > 0 }
            for _ in 1...300 { scraped.record(try values("busy sky").filter { $0.key.hasSuffix("_total") }) }
            isOver.withLock { $0 = true }
            await withCheckedContinuation { done in threads.notify(queue: .global()) { done.resume() } }
            // A look in progress may retain the last observables for a moment, and so may the
            // sending threads.
            let total = Double(sent.withLock { $0 })
            await eventually { (try? values("busy sky")["sent_messages_total"]) ?? 0 >= total }
            let last = try values("busy sky"), all = scraped.values + [last.filter { $0.key.hasSuffix("_total") }]
            for (earlier, later) in zip(all, all.dropFirst()) {
                for (family, value) in earlier { #expect(later[family, default: -1] >= value, "\(family)") }
            }
            // Late reports aren't lost, and nothing is reported twice.
            #expect(last["sent_messages_total"] == total)
            #expect(last["handled_messages_total"] == total)
            #expect(last["started_observations_total"] == last["ended_observations_total"])
        }

        @Test func `slow handlers are told`() async throws {
            Watch.start(WatchLimits(slow: .milliseconds(20)))
            defer { Watch.stop() }
            let sky = Messenger<Int>(), dog = Dog(), gate = Gate(), queue = DispatchQueue(label: "kennel")
            dog.observe(sky, on: queue) { _ in gate.pass() }
            sky.send(1)
            await eventually { (try? Metrics.ofProgram())?["slow_handlers", ""] ?? 0 > 0 }
            #expect(try Metrics.ofProgram()["longest_running_handler_seconds", ""] ?? 0 >= 0.02)
            gate.open()
            queue.sync {}
        }

        @Test(.needs(.promtool)) func `Prometheus reads what the whole program tells`() throws {
            let result = try Tool.promtool.read(Watch.openMetrics(), "check", "metrics")
            #expect(result.status == 0)
            #expect(result.output + result.errors == "")
        }

        @Test func `ten thousand observables are told`() throws {
            let dog = Dog(), skies = (0..<10_000).map { Messenger<Int>(named: "sky \($0)") }
            for sky in skies { dog.observe(sky) { _ in } }
            _ = try Metrics(Watch.openMetrics())
        }

        @Test func `whether watching is on is told`() throws {
            #expect(try Metrics.ofProgram()["watching", ""] == 0)
            Watch.start()
            #expect(try Metrics.ofProgram()["watching", ""] == 1)
            Watch.stop()
        }
    }
}

private struct RefusalWatcher: Watcher {
    let refused: Recorder<Int>
    func didSee(_ event: WatchEvent) {
        if case .refused("sky that is closed and watched", let count) = event { refused.record(count) }
    }
}

/// The contents of a text in the Prometheus format, parsed strictly.
private struct Metrics {

    /// The values by family, without the prefix of the library, and by labels.
    private(set) var families: [String: [String: Double]] = [:]

    struct IsMalformed: Error { let line: String }

    init(_ text: String) throws {
        // Names contain characters that end a line in Swift, but not in Prometheus.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard lines.suffix(2) == ["# EOF", ""] else { throw IsMalformed(line: "the end") }
        var family = "", kind = ""
        var index = 0
        while index < lines.count - 2 {
            let line = lines[index], words = line.split(separator: " ")
            func expect(_ isTrue: Bool) throws { if !isTrue { throw IsMalformed(line: line) } }
            if line.hasPrefix("# HELP ") {
                let next = lines[index + 1].split(separator: " ")
                family = String(words[2])
                try expect(words.count > 3 && line.hasSuffix("."))
                try expect(next.count == 4 && next[0...2] == ["#", "TYPE", words[2]])
                kind = String(next[3])
                try expect(kind == "counter" || kind == "gauge")
                try expect(family.hasPrefix("swiftobserver_") && family.hasSuffix("_total") == (kind == "counter"))
                family = String(family.dropFirst("swiftobserver_".count))
                try expect(families[family] == nil)
                families[family] = [:]
                index += 2
                continue
            }
            let (name, labels, value) = try Self.sample(line)
            try expect(name == "swiftobserver_" + family && families[family]?[labels] == nil)
            families[family]?[labels] = value
            index += 1
        }
    }

    private static func sample(_ line: String) throws -> (name: String, labels: String, value: Double) {
        var rest = line.unicodeScalars[...]
        let malformed = IsMalformed(line: line)
        func take(_ scalar: Unicode.Scalar) throws { if rest.popFirst() != scalar { throw malformed } }
        let name = rest.prefix { $0 == "_" || ("a"..."z").contains($0) }
        rest = rest.dropFirst(name.count)
        var labels = ""
        if rest.first == "{" {
            let start = rest.dropFirst()
            rest = start
            for label in ["observable=", ",type="] {
                for scalar in label.unicodeScalars { try take(scalar) }
                try take("\"")
                while let scalar = rest.popFirst(), scalar != "\"" {
                    if scalar == "\\", !["\"", "\\", "n"].contains(rest.popFirst()) { throw malformed }
                }
            }
            labels = String(String.UnicodeScalarView(start.prefix(start.count - rest.count)))
            try take("}")
        }
        try take(" ")
        guard let value = Double(String(String.UnicodeScalarView(rest))), value >= 0 else { throw malformed }
        return (String(String.UnicodeScalarView(name)), labels, value)
    }

    /// Returns the metrics without labels.
    static func ofProgram() throws -> Metrics {
        let lines = Watch.openMetrics().split(separator: "\n").filter { !$0.contains("{") }
        return try Metrics(lines.joined(separator: "\n") + "\n")
    }

    subscript(_ family: String, _ labels: String) -> Double? { families[family]?[labels] }
}

import Foundation
import Synchronization
import Testing

@testable import Lookout

/// Programs that are ended and killed. Each line is stored exactly once all the same.
@Suite(.serialized) struct EndTests {

    /// Different lines in a file that grows and is sometimes renamed.
    private final class Log {
        let folder = Folder()
        private(set) var count = 0
        private var renamed = 0

        /// The number of lines in earlier files.
        private var start = 0

        func grow(by lines: Int) {
            folder.append((count..<count + lines).map { "line \($0)\n" }.joined(), to: "a.log")
            count += lines
        }

        /// Renames the file.
        ///
        /// A program that has stored nothing of a file can't recognize it under another name. So
        /// this first waits until one of its lines is stored.
        func rotate() {
            #expect(eventually { StoredRows.count(in: folder("db")) > start })
            start = count
            renamed += 1
            rename(folder("a.log"), folder("a.log.\(renamed)"))
        }

        var expected: [String] { (0..<count).map { "line \($0)" } }

        var arguments: [String] { ["--database", folder("db"), folder("a.log")] }

        var stored: [String] { StoredRows.texts(in: folder("db")) }

        /// Runs the program until everything is stored, and compares.
        func expectEachLineOnce() {
            let last = Running(arguments)
            #expect(eventually { StoredRows.count(in: folder("db")) >= count })
            #expect(last.end().status == 0)
            let stored = stored
            #expect(stored.count == count)
            #expect(Set(stored) == Set(expected))
        }
    }

    /// A thousand times, three at a time, each on a database that grows from run to run.
    @Test func nothingThatWasAcceptedIsLostAtSIGTERM() {
        let all = Mutex<[Double]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            let log = Log()
            var random = SystemRandomNumberGenerator(), sum = 0
            for round in 0..<scaled(334) {
                log.grow(by: 200)
                let program = Running(log.arguments)
                #expect(program.port > 0)
                log.grow(by: Int.random(in: 0..<300, using: &random))
                usleep(UInt32.random(in: 0..<30_000, using: &random))
                let end = program.end(Bool.random() ? SIGTERM : SIGINT)
                #expect(end.status == 0 && !end.wasKilled, "\(end.errors)")
                #expect(end.output.contains("All rows that were read are stored, and no handler"), "\(end.output)")

                // All accepted lines were also counted, and the counts of one run give their
                // number.
                let stored = end.number(before: " rows in "),
                    counted = end.number(before: " of \(log.folder("a.log"))")
                #expect(stored == counted)
                all.withLock { $0.append(end.seconds) }
                sum += stored
                #expect(StoredRows.count(in: log.folder("db")) == sum)
                if round % 50 == 0 {
                    let rows = log.stored
                    #expect(rows == Array(log.expected.prefix(rows.count)))
                }
            }
            log.expectEachLineOnce()
        }
        let times = all.withLock { $0.sorted() }
        print("\(times.count) ends, half of them within \(times[times.count / 2]) s, all within \(times.last!) s")
    }

    @Test func eachLineIsStoredOnceThoughTheProgramIsKilled() {
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            let log = Log()
            for round in 0..<scaled(40) {
                log.grow(by: 2_000)
                let program = Running(log.arguments)
                usleep(UInt32.random(in: 0..<150_000))
                if round % 5 == 2 { log.rotate() }
                log.grow(by: 100)
                usleep(UInt32.random(in: 0..<50_000))
                #expect(program.end(SIGKILL).wasKilled)
            }
            log.expectEachLineOnce()
        }
    }

    @Test func aHandlerThatIsStuckDoesNotKeepItFromEnding() {
        let log = Log()
        log.grow(by: 500)
        let program = Running(log.arguments + ["--fault", "stuck"], grace: 8), port = program.port
        // Everything may have been read before the handler observes.
        #expect(eventually { Client.body(of: "/inspect", port).contains("StuckArchive") })
        log.grow(by: 1)
        #expect(eventually { StoredRows.count(in: log.folder("db")) == 501 })
        let end = program.end()
        #expect(end.status == 0)
        // Half of the time is for rows that were read.
        #expect(end.seconds >= 4)
        #expect(end.output.contains("StuckArchive  queue \"archive\"  "), "\(end.output)")
        #expect(log.stored.count == 501)
    }

    @Test func manyFilesDoNotKeepItFromEnding() {
        let folder = Folder(), names = (0..<1_000).map { "\($0).log" }
        let text = (0..<4_000).map { "line \($0)\n" }.joined()
        for name in names { folder.append(text, to: name) }
        let program = Running(["--database", folder("db")] + names.map { folder($0) })
        #expect(eventually { StoredRows.count(in: folder("db")) >= 10_000 })
        let end = program.end()
        #expect(end.status == 0, "\(end.errors)")
        #expect(StoredRows.count(in: folder("db")) < 4_000_000)
    }

    @Test func whateverIsStuckDoesNotKeepItLongerThanItMay() async {
        await #expect(processExitsWith: .exitCode(1)) {
            alarm(60)
            let signals = Signals(grace: .milliseconds(200))
            raise(SIGTERM)
            withExtendedLifetime(signals) { while true { sleep(3600) } }
        }
    }

    @Test func onlyOneProgramWritesToADatabase() {
        let log = Log()
        log.grow(by: 1)
        let first = Running(log.arguments)
        #expect(first.port > 0)
        let second = Running(log.arguments).waitForEnd()
        #expect(second.status == 2)
        #expect(second.errors.contains("another Lookout is using it"))
        symlink(log.folder("db"), log.folder("link"))
        let third = Running(["--database", log.folder("link"), log.folder("a.log")]).waitForEnd()
        #expect(third.errors.contains("another Lookout is using it"))
        #expect(first.end().status == 0)
    }

    @Test func itSaysInPlainTextWhereToLookHowItEndsAndWhatIsNext() {
        let folder = Folder()
        // Without files, the program runs as a demonstration.
        let program = Running(["--database", folder("db"), "--seconds", "1000000"])
        let port = program.port
        #expect(eventually { program.output.contains("keeps it running.") })
        let lines = program.output.split(separator: "\n")
        for path in ["/", "/report", "/graph", "/metrics", "/inspect", "/events"] {
            let url = " http://127.0.0.1:\(port)\(path) "
            let naming = lines.filter { $0.contains(url) }
            #expect(
                naming.count == 1 && naming.allSatisfy { $0.components(separatedBy: "http:").count == 2 }, "\(lines)")
            #expect(Client.status(Client.get(path, port, method: "HEAD")) == 200)
        }
        let end = program.end()
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.output.components(separatedBy: "Ends in ").count == 2, "\(end.output)")
        for step in ["--fault slow", "Docs/Examples/Lookout/README.md"] {
            #expect(end.output.split(separator: "\n").suffix(4).contains { $0.contains(step) }, "\(end.output)")
        }
        #expect(end.output.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    }

    @Test func aServiceSaysHowItEndsAndShowsNoSteps() {
        let log = Log()
        let program = Running(log.arguments)
        #expect(eventually { program.output.contains("\nControl-C ends it.\n") })
        #expect(!program.end().output.contains("Next"))
    }

    @Test func aSlowClientComesAgainWhenItIsCutOffAndNotWhenItIsStopped() {
        let log = Log()
        let program = Running(log.arguments + ["--fault", "slow", "--patience", "2"]), port = program.port
        func inspection() -> String { Client.body(of: "/inspect", port) }
        var latest: Substring?
        // The number of an observing client that gets more lines than its connection accepts.
        func slowOne() -> Substring? {
            guard let number = inspection().firstMatch(of: /"subscriber ([0-9]+)"/)?.1 else { return nil }
            if number != latest { log.grow(by: 1_000) }
            latest = number
            return number
        }
        #expect(
            eventually {
                _ = slowOne()
                // The page shows that it's one client.
                return inspection().contains(/"cutOff":[2-9]/) && inspection().contains(/"successor":[0-9]/)
            })
        // It may be cut off right before it's stopped, and then connects under another number.
        let origin = "Origin: http://127.0.0.1:\(port)"
        #expect(
            eventually {
                if let number = slowOne() {
                    _ = Client.get("/stop?subscriber=\(number)", port, method: "POST", origin)
                }
                return program.errors.contains("The slow client was stopped by hand, and won't reconnect.")
            })
        #expect(program.output.contains("\nPlanted  a client that reads"))
        #expect(eventually { inspection().contains("\"subscribers\":0") })
        let end = program.end()
        #expect(end.status == 0)
        let cut = end.errors.split(separator: "\n").filter {
            $0.contains(
                /^Lookout: [-0-9]{10} [:0-9]{8} Subscriber [0-9]+ is cut off, because it lagged behind for [0-9]+ s. It missed [1-9][0-9]* messages.$/
            )
        }
        #expect(cut.count >= 2, "\(end.errors)")
    }

    @Test func theCountdownFitsIntoALineOfATerminal() {
        #expect(Countdown.text(999).count < 80)
    }

    @Test func whatIsLeftNamesWhatItIs() {
        let nothing = "no handler of rows or events is running."
        #expect("\(Remainder(unhandled: [], unstored: 0))" == "All rows that were read are stored, and \(nothing)")
        #expect("\(Remainder(unhandled: []))" == "All rows that arrived are handled, and \(nothing)")
        let left = Remainder(unhandled: [], unstored: 7, relay: "Not published in time: rows")
        #expect("\(left)" == "7 rows aren't stored. The next run reads them again.\nNot published in time: rows")
    }

    @Test(arguments: [
        (["--config", "/nowhere/l.json"], "/nowhere/l.json: it can't be opened: No such file or directory."),
        (["--config", "/dev/null"], "/dev/null: it isn't a regular file."),
        (["--listen", "example.com:80", "x"], "--listen must be a numeric address with a port"),
        (["--listen", "192.0.2.1:0", "x", "--database", "/tmp/lookout-test-unused"], "Can't listen at 192.0.2.1:0"),
        (["--patience", "-1", "x"], "--patience must be a whole number from 1"),
        (["--grace", "0", "x"], "--grace must be a whole number from 1"),
        (["--database", "", "x"], "--database must be a path"), (["--fault"], "--fault needs a value."),
        (["--fault", "fire"], "There's no fault fire."),
        (["--colour"], "Unknown option --colour."), (["--config", "a", "b"], "Name files either here or"),
        (["x", "--database", "/nowhere/db"], "/nowhere/db can't be used: No such file or directory."),
        (["--collect", "127.0.0.1:1"], "trait Relay"),
    ])
    func aWrongStartEndsWithTheReason(_ arguments: [String], _ reason: String) {
        let end = Running(arguments).waitForEnd()
        #expect(end.status == 2)
        #expect(end.errors.contains(reason), "\(end.errors)")
        unlink("/tmp/lookout-test-unused.lock")
        unlink("/tmp/lookout-test-unused")
    }

    @Test func aChangedConfigurationIsUsedAndAWrongOneIsNot() {
        let folder = Folder()
        folder.append("a\n", to: "a.log")
        folder.append("b\n", to: "b.log")
        folder.write(#"{"files": ["a.log"]}"#, to: "l.json")
        let program = Running(["--config", folder("l.json"), "--database", folder("db")]), port = program.port
        #expect(eventually { StoredRows.texts(in: folder("db")) == ["a"] })
        folder.write(#"{"files": ["b.log"], "lookEvery": 1}"#, to: "l.json")
        #expect(eventually { Client.body(of: "/inspect", port).contains("must be a whole number from 10 to 60000") })
        #expect(StoredRows.texts(in: folder("db")) == ["a"])
        folder.write(#"{"files": ["b.log"]}"#, to: "l.json")
        program.send(SIGHUP)
        #expect(eventually { StoredRows.texts(in: folder("db")) == ["a", "b"] })
        #expect(program.end().status == 0)
    }
}

extension Running.End {

    /// The number before a text, or 0.
    func number(before text: String) -> Int {
        guard let range = output.range(of: text) else { return 0 }
        return Int(String(output[..<range.lowerBound].reversed().prefix { $0.isNumber }.reversed())) ?? 0
    }
}

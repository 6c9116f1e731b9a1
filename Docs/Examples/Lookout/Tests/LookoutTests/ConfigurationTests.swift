import Foundation
import SwiftObserver
import Testing

@testable import Lookout

@Suite struct ConfigurationTests {

    @Test func readsAll() throws {
        let text = #"{"files": ["a.log", "/b/*.log"], "lookEvery": 20, "countersEvery": 200, "atLeast": "warning"}"#
        let configuration = try Configuration(text: Array(text.utf8), file: "/etc/lookout.json")
        #expect(configuration.files == ["/etc/a.log", "/b/*.log"])
        #expect(configuration.lookEvery == 20)
        #expect(configuration.countersEvery == 200)
        #expect(configuration.atLeast == .warning)
    }

    @Test(arguments: [
        ("", "1: The text ends too early."),
        ("[]", "1: A configuration must be an object, as in {\"files\": [\"/var/log/*.log\"]}."),
        ("{}", "1: \"files\" is missing. List at least one, as in \"files\": [\"app.log\"]."),
        ("{\n\"files\": []}", "2: \"files\" must be a list of at least one text, as in [\"/var/log/*.log\"]."),
        ("{\n\"files\": [\"a\",\n7]}", "3: \"files\" must contain only texts that aren't empty."),
        (
            "{\"files\": [\"a\"],\n\"lookEvrey\": 5}",
            "2: Unknown key \"lookEvrey\". Remove it, or use one of these: files, lookEvery, countersEvery, atLeast."
        ),
        ("{\"files\": [\"a\"],\n\n\"lookEvery\": 5}", "3: \"lookEvery\" must be a whole number from 10 to 60000."),
        ("{\"files\": [\"a\"], \"lookEvery\": 20.5}", "1: \"lookEvery\" must be a whole number from 10 to 60000."),
        ("{\"files\": [\"a\"], \"lookEvery\": 1e300}", "1: \"lookEvery\" must be a whole number from 10 to 60000."),
        ("{\"files\": [\"a\"], \"lookEvery\": \"20\"}", "1: \"lookEvery\" must be a whole number from 10 to 60000."),
        (
            "{\"files\": [\"a\"], \"atLeast\": \"worse\"}",
            "1: \"atLeast\" must be one of \"debug\", \"info\", \"warning\", \"error\"."
        ),
        (
            "{\"files\": [\"a\"]\n\"atLeast\": \"info\"}",
            "2: An object must continue with \",\" or end with \"}\" here."
        ),
        ("{\"files\": [\"a\"", "1: A list must continue with \",\" or end with \"]\" here."),
        ("{\"files\": [\"a\"],\n\"files\": [\"b\"]}", "2: \"files\" occurs twice. Remove one."),
        ("{\"files\": [\"a\"]} x", "1: There's text after the end. Remove it."),
        ("{\"files\": [\"a\n\"]}", "1: A text must end with \" on the same line."),
        ("{\"files\": [\"a\\q\"]}", "1: After \\, only one of \" \\ / n t r is allowed here."),
        ("{\"files\": [a.log]}", "1: a.log isn't a value. Put texts in quotes."),
        ("{files: [\"a\"]}", "1: A key in quotes is missing here."),
        ("{\"files\" [\"a\"]}", "1: \":\" is missing after \"files\"."),
        (String(repeating: "[", count: 50), "1: Lists and objects are nested too deeply. Use 20 levels at most."),
    ])
    func saysWhereAndWhatToMend(_ text: String, _ message: String) {
        #expect(throws: Failure.self) { try Configuration(text: Array(text.utf8), file: "l.json") }
        do throws(Failure) {
            _ = try Configuration(text: Array(text.utf8), file: "l.json")
        } catch {
            #expect("\(error)" == "l.json:\(message)")
        }
    }

    @Test func refusesWhatIsNotUTF8() {
        #expect(throws: Failure.self) { try Configuration(text: [0xff, 0xfe], file: "l.json") }
    }

    /// Truncated or changed text is an error or a configuration, and never anything else.
    @Test func survivesAnything() {
        let good = Array(#"{"files": ["a\n", "b"], "lookEvery": 20, "x": [null, true, -1.5e3, {}]}"#.utf8)
        for length in 0..<good.count { _ = try? Configuration(text: Array(good.prefix(length)), file: "l") }
        for index in good.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = good
                changed[index] = byte
                _ = try? Configuration(text: changed, file: "l")
            }
        }
    }

    @Test func aWrongOneLeavesTheOldOne() throws {
        let folder = Folder(), file = ConfigurationFile(path: folder("l.json")), health = Var(Health())
        folder.write(#"{"files": ["a.log"]}"#, to: "l.json")
        let configuration = Var(try file.read()), old = configuration.value
        folder.write(#"{"files": 1}"#, to: "l.json")
        file.reload(configuration, health)
        #expect(configuration.value == old)
        #expect(health.value.configuration?.contains("l.json:1: \"files\" must be a list") == true)
        folder.write(#"{"files": ["b.log"]}"#, to: "l.json")
        file.reload(configuration, health)
        #expect(configuration.value.files == [folder("b.log")])
        #expect(health.value.configuration == nil)
    }
}

import Foundation
import Testing

/// A headless browser.
enum Browser {

    static let mayRun = ProcessInfo.processInfo.environment["SWIFTOBSERVER_BROWSER"] != nil || Shell.isThere("chromium")

    private static let look = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../look.sh").standardized.path

    /// Opens the page, and expects the facts as soon as a condition holds.
    ///
    /// - Parameters:
    ///   - scripts: Scripts, each of which defines something for the ones below.
    ///   - condition: The condition to wait for, in JavaScript.
    ///   - action: A command to run then, and a condition to wait for after that.
    ///   - facts: Expressions that must be true in the end, by name.
    static func expect(
        at port: UInt16, size: String = "1280x1000", scheme: String = "light", using scripts: [String] = [],
        once condition: String, after action: (command: String, condition: String)? = nil,
        _ facts: KeyValuePairs<String, String>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let scripts = scripts.joined(separator: ";\n") + ";\n"
        let checks = facts.map { "[\"\($0)\", async () => (\($1))]" }.joined(separator: ", ")
        let expression = """
            (async () => {
                \(scripts)
                const wrong = [];
                for (const [name, check] of [\(checks)]) {
                    try { if (!await check()) wrong.push(name) } catch (error) { wrong.push(`${name}: ${error.message}`) }
                }
                return wrong.length ? `wrong: ${wrong.join(", ")}` : "fine";
            })()
            """
        func holds(_ condition: String) -> String { "(() => { \(scripts) return \(condition) })()" }
        var words = [look, "http://127.0.0.1:\(port)/", holds(condition), expression, "", scheme, size]
        if let action { words += [action.command, holds(action.condition)] }
        let command = words.map(Shell.quoted).joined(separator: " ")
        let seen = Shell.run("SECONDS_TO_WAIT=\(Int(hangLimit)) \(command)")
        #expect(seen.status == 0 && seen.output == "fine\n", "\(seen.output)", sourceLocation: sourceLocation)
    }
}

import Foundation

/// Other programs.
enum Shell {

    static func isThere(_ program: String) -> Bool {
        ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Runs a command, and returns its status and output.
    static func run(_ command: String) -> (status: Int32, output: String) {
        let output = popen("{ \(command); } 2>&1", "r")!
        var text = "", line = [CChar](repeating: 0, count: 65_536)
        while fgets(&line, 65_536, output) != nil {
            text += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return (pclose(output) >> 8, text)
    }

    /// A text as one word of a command.
    static func quoted(_ text: String) -> String { "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'" }
}

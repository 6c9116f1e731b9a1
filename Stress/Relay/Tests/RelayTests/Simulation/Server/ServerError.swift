/// The text of a refusal, which begins with its code.
struct ServerError: Error {

    let text: String

    init(_ text: String) { self.text = text }

    static let wrongType = Self("WRONGTYPE Operation against a key holding the wrong kind of value")
    static let syntax = Self("ERR syntax error")
    static let noInteger = Self("ERR value is not an integer or out of range")
    static let overflow = Self("ERR increment or decrement would overflow")
    static let invalidID = Self("ERR Invalid stream ID specified as stream command argument")

    static func wordCount(of command: ServerCommand) -> Self {
        Self("ERR wrong number of arguments for '\(command.rawValue)' command")
    }

    static func expireTime(of command: ServerCommand) -> Self {
        Self("ERR invalid expire time in '\(command.rawValue)' command")
    }

    static func inSubscription(_ command: ServerCommand) -> Self {
        Self(
            "ERR Can't execute '\(command.rawValue)': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context"
        )
    }

    /// An error that names a command and its first arguments.
    static func unknown(_ words: [[UInt8]]) -> Self {
        if words[0].isWord("CLIENT") {
            return words.count > 1
                ? Self(
                    "ERR unknown subcommand '\(String(decoding: words[1].prefix(128), as: UTF8.self))'. Try CLIENT HELP."
                )
                : Self("ERR wrong number of arguments for 'client' command")
        }
        var arguments: [UInt8] = []
        for word in words.dropFirst() where arguments.count < 128 {
            arguments += "'".utf8 + word.prefix(128 - arguments.count) + "' ".utf8
        }
        let name = String(decoding: words[0].prefix(128), as: UTF8.self)
        return Self(
            "ERR unknown command '\(name)', with args beginning with: \(String(decoding: arguments, as: UTF8.self))")
    }
}

/// The content of the configuration file.
struct Configuration: Sendable, Equatable, Codable {

    /// The files to follow. Names can contain wildcards.
    var files: [String] = []

    /// The number of milliseconds between two looks at a file.
    var lookEvery = 100

    /// The number of milliseconds between two looks at the machine's counters.
    var countersEvery = 1_000

    /// The lowest level of the lines that subscribers get.
    var atLeast = Level.debug
}

extension Configuration {

    /// Reads a configuration, or throws a text that names the file, the line and the fix.
    init(text: [UInt8], file: String) throws(Failure) {
        let json: JSONText.Value
        do { json = try JSONText.parse(text) } catch { throw Failure("\(file):\(error.line): \(error.text)") }
        do { try self.init(json) } catch { throw Failure("\(file):\(error.line): \(error.text)") }
        if file.contains("/") {
            let folder = file[...file.lastIndex(of: "/")!]
            files = files.map { $0.hasPrefix("/") ? $0 : folder + $0 }
        }
    }

    private init(_ json: JSONText.Value) throws(JSONText.Problem) {
        guard case .object(let members) = json.content else {
            throw JSONText.Problem(
                json.line, "A configuration must be an object, as in {\"files\": [\"/var/log/*.log\"]}.")
        }
        for (key, value) in members {
            switch key {
            case "files": files = try value.texts(for: key)
            case "lookEvery": lookEvery = try value.number(for: key, in: 10...60_000)
            case "countersEvery": countersEvery = try value.number(for: key, in: 100...60_000)
            case "atLeast": atLeast = try value.level(for: key)
            default:
                let keys = ["files", "lookEvery", "countersEvery", "atLeast"]
                throw JSONText.Problem(
                    value.line,
                    "Unknown key \"\(key)\". Remove it, or use one of these: \(keys.joined(separator: ", ")).")
            }
        }
        if files.isEmpty {
            throw JSONText.Problem(
                json.line, "\"files\" is missing. List at least one, as in \"files\": [\"app.log\"].")
        }
    }
}

extension JSONText.Value {

    fileprivate func number(for key: String, in range: ClosedRange<Int>) throws(JSONText.Problem) -> Int {
        if case .number(let number) = content, let whole = Int(exactly: number), range ~= whole { return whole }
        throw JSONText.Problem(
            line, "\"\(key)\" must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }

    fileprivate func texts(for key: String) throws(JSONText.Problem) -> [String] {
        guard case .array(let values) = content, !values.isEmpty else {
            throw JSONText.Problem(line, "\"\(key)\" must be a list of at least one text, as in [\"/var/log/*.log\"].")
        }
        var texts: [String] = []
        for value in values {
            guard case .text(let text) = value.content, !text.isEmpty, !text.utf8.contains(0) else {
                throw JSONText.Problem(value.line, "\"\(key)\" must contain only texts that aren't empty.")
            }
            texts.append(text)
        }
        return texts
    }

    fileprivate func level(for key: String) throws(JSONText.Problem) -> Level {
        if case .text(let text) = content, let level = Level(rawValue: text) { return level }
        let names = Level.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw JSONText.Problem(line, "\"\(key)\" must be one of \(names).")
    }
}

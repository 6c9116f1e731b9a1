/// Choices as text: `0x12,1,0x3,2` means twelve times the first option, then the second, and so on.
enum Choices {

    static func text(_ choices: [Int]) -> String {
        var rest = choices[...], parts: [String] = []
        while rest.last == 0 { rest.removeLast() }
        while let choice = rest.first {
            let run = rest.prefix { $0 == choice }.count
            parts.append(run == 1 ? "\(choice)" : "\(choice)x\(run)")
            rest = rest.dropFirst(run)
        }
        return parts.isEmpty ? "0" : parts.joined(separator: ",")
    }

    static func parse(_ text: String) -> [Int]? {
        var choices: [Int] = []
        for part in text.split(separator: ",") {
            let pieces = part.split(separator: "x").map { Int($0) }
            guard let choice = pieces.first ?? nil, choice >= 0, pieces.count < 3 else { return nil }
            guard let run = pieces.count == 2 ? pieces[1] : 1, run > 0 else { return nil }
            choices += Array(repeating: choice, count: run)
        }
        return choices
    }
}

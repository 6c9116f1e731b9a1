/// The state of a scenario at one moment, drawn as boxes side by side.
struct Picture {

    /// A property and its value.
    struct Fact: Equatable {

        /// The name of the property in its box.
        let label: String
        let value: String

        /// The observer to whose observation this belongs, if it does.
        var owner: String?

        /// The name of the property anywhere.
        var name: String { owner.map { label == "known to" ? "\($0) \(label)" : "\($0)'s \(label)" } ?? label }
    }

    struct Box {
        let title: String
        let facts: [Fact]
    }

    let boxes: [Box]

    /// The facts that an earlier picture doesn't have, in the order of the boxes.
    func changes(since earlier: Picture) -> [Fact] {
        let before = earlier.boxes.flatMap(\.facts)
        return boxes.flatMap(\.facts).filter { !before.contains($0) }
    }

    /// Draws pictures of the same boxes. A star marks what is different from the picture before.
    static func drawings(of pictures: [Picture]) -> [[String]] {
        let height = pictures.flatMap(\.boxes).map(\.facts.count).max() ?? 0
        return pictures.indices.map { index in
            let changes = pictures[index].changes(since: pictures[max(0, index - 1)])
            let columns = pictures[index].boxes.indices.map { box in
                let width = pictures.map { $0.boxes[box].width }.max() ?? 0
                return pictures[index].boxes[box].lines(width, height, starring: changes)
            }
            return (0..<height + 2).map { line in columns.map { $0[line] }.joined(separator: "  ") }
        }
    }
}

extension Picture.Box {

    /// The width between the borders.
    fileprivate var width: Int {
        max(title.count + 4, facts.map { $0.label.count + $0.value.count + 4 }.max() ?? 0)
    }

    fileprivate func lines(_ width: Int, _ height: Int, starring changes: [Picture.Fact]) -> [String] {
        let rows = facts.map { "\(changes.contains($0) ? "*" : " ")\($0.label): \($0.value)" }
        let missing = Array(repeating: "", count: height - rows.count)
        return ["+" + "- \(title) ".padding(with: "-", to: width) + "+"]
            + (rows + missing).map { "|" + $0.padding(with: " ", to: width) + "|" }
            + ["+" + String(repeating: "-", count: width) + "+"]
    }
}

extension String {

    func padding(with character: Character, to width: Int) -> String {
        self + String(repeating: character, count: max(0, width - count))
    }
}

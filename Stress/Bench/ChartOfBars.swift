import Measuring

/// A chart of bars in groups, with a line at 1, and marks where bars should end at most.
struct ChartOfBars {

    let title: String
    let xAxis: String
    /// Bars that are longer than this end here, and only their numbers tell how long they are.
    let longest: Double
    let groups: [Group]

    struct Group {
        let name: String
        let bars: [Bar]
    }

    struct Bar {
        let name: String
        let value: Double
        var goal: Double?
        /// Whether the bar is about this library.
        let isOurs: Bool

        fileprivate var style: String { goal.map { value > $0 } == true ? "missed" : isOurs ? "ours0" : "other" }

        fileprivate var description: String { "\(name) \(value.text)" + (goal.map { " (goal \($0.text))" } ?? "") }
    }

    var svg: String {
        let rows = groups.reduce(0) { $0 + $1.bars.count }
        let bottom = 76 + Double(rows) * Self.row + Double(groups.count) * (Self.row + 6)
        var canvas = ChartCanvas(width: 760, height: bottom + 56)
        canvas.text(title, 16, 28, .start, "title")
        drawLegend(on: &canvas)
        drawAxis(on: &canvas, to: bottom)
        var y = 76.0
        for group in groups {
            canvas.text(group.name, 16, y + 15, .start, "strong")
            y += Self.row
            for bar in group.bars {
                draw(bar, at: y, on: &canvas)
                y += Self.row
            }
            y += 6
        }
        return canvas.svg(title: title, description: description)
    }

    /// The chart in words.
    var description: String {
        let texts = groups.map { group in "\(group.name): \(group.bars.map(\.description).joined(separator: ", "))" }
        return "\(xAxis). \(texts.joined(separator: "; "))."
    }

    private static let row = 20.0, left = 330.0, right = 680.0

    private func x(_ value: Double) -> Double {
        Self.left + (Self.right - Self.left) * min(value, longest) / longest
    }

    private func draw(_ bar: Bar, at y: Double, on canvas: inout ChartCanvas) {
        canvas.text(bar.name, Self.left - 10, y + 14.5, .end)
        canvas.bar(Self.left, y + 3, width: x(bar.value) - Self.left, height: Self.row - 6, bar.style)
        if let goal = bar.goal { canvas.line([(x(goal), y), (x(goal), y + Self.row)], "goal") }
        let end = max(x(bar.value), bar.goal.map(x) ?? 0)
        canvas.text((bar.value > longest ? "… " : "") + bar.value.text, end + 7, y + 14.5)
    }

    /// Explains what there is.
    private func drawLegend(on canvas: inout ChartCanvas) {
        let bars = groups.flatMap(\.bars)
        var x = 16.0
        for (name, style) in [("ours", "ours0"), ("ours, goal missed", "missed"), ("others", "other")]
        where bars.contains(where: { $0.style == style }) {
            canvas.bar(x, 43, width: 28, height: 14, style)
            canvas.text(name, x + 34, 54.5)
            x += 34 + Double(name.count) * 7 + 22
        }
        if bars.contains(where: { $0.goal != nil }) {
            canvas.line([(x + 14, 40), (x + 14, 60)], "goal")
            canvas.text("goal: at most this long", x + 24, 54.5)
        }
    }

    private func drawAxis(on canvas: inout ChartCanvas, to bottom: Double) {
        for value in 0...Int(longest) {
            canvas.line([(x(Double(value)), 72), (x(Double(value)), bottom)], value <= 1 ? "axis" : "grid")
            canvas.text("\(value)", x(Double(value)), bottom + 18, .middle)
        }
        canvas.text(xAxis, (Self.left + Self.right) / 2, bottom + 42, .middle)
    }
}

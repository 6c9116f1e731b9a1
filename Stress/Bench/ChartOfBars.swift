import Measuring

/// A chart of bars in groups, with a line at 1, and marks for the goals of bars.
struct ChartOfBars {

    let title: String
    let xAxis: String
    /// The value at which longer bars are cut. Only their numbers show their lengths.
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
        /// `true` if the bar is about this library.
        let isOurs: Bool

        fileprivate var style: String { goal.map { value > $0 } == true ? "missed" : isOurs ? "ours0" : "other" }

        fileprivate var description: String { "\(name) \(value.text)" + (goal.map { " (goal \($0.text))" } ?? "") }
    }

    var svg: String {
        let rows = groups.reduce(0) { $0 + $1.bars.count }
        let bottom = Self.top + Double(rows) * Self.row + Double(groups.count) * (Self.head + 10)
        var canvas = ChartCanvas(width: ChartCanvas.pageWidth, height: bottom + 56)
        canvas.text(title, 16, 28, .start, "title")
        drawLegend(on: &canvas)
        drawAxis(on: &canvas, to: bottom)
        var y = Self.top
        for group in groups {
            canvas.text(group.name, Self.left, y + 15, .start, "strong")
            y += Self.head
            for bar in group.bars {
                draw(bar, at: y, on: &canvas)
                y += Self.row
            }
            y += 10
        }
        return canvas.svg(title: title, description: description)
    }

    /// The chart described in words.
    var description: String {
        let texts = groups.map { group in "\(group.name): \(group.bars.map(\.description).joined(separator: ", "))" }
        return "\(xAxis). \(texts.joined(separator: "; "))."
    }

    /// A bar has its name above it.
    private static let row = 36.0, head = 22.0, top = 98.0, left = 16.0, right = 350.0

    private func x(_ value: Double) -> Double {
        Self.left + (Self.right - Self.left) * min(value, longest) / longest
    }

    private func draw(_ bar: Bar, at y: Double, on canvas: inout ChartCanvas) {
        canvas.text(bar.name, Self.left, y + 14)
        canvas.bar(Self.left, y + 19, width: x(bar.value) - Self.left, height: 14, bar.style)
        if let goal = bar.goal { canvas.line([(x(goal), y + 16), (x(goal), y + 36)], "goal") }
        let end = max(x(bar.value), bar.goal.map(x) ?? 0)
        canvas.text((bar.value > longest ? "… " : "") + bar.value.text, end + 7, y + 30.5)
    }

    /// Draws the explanation of colors and marks.
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
            canvas.line([(30, 62), (30, 82)], "goal")
            canvas.text("goal: at most this long", 50, 76.5)
        }
    }

    private func drawAxis(on canvas: inout ChartCanvas, to bottom: Double) {
        for value in 0...Int(longest) {
            canvas.line([(x(Double(value)), Self.top - 4), (x(Double(value)), bottom)], value <= 1 ? "axis" : "grid")
            canvas.text("\(value)", x(Double(value)), bottom + 18, .middle)
        }
        canvas.text(xAxis, (Self.left + Self.right) / 2, bottom + 42, .middle)
    }
}

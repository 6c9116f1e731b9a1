import Measuring

/// A chart of curves.
///
/// Amounts grow tenfold or twofold from tick to tick. Costs grow evenly from zero.
struct ChartOfLines {

    let title: String
    let xAxis: String, yAxis: String
    let lines: [Line]

    /// A curve. `isFloor` tells whether it's drawn like a floor.
    struct Line {
        let name: String
        let isFloor: Bool
        let points: [(x: Int, y: Double)]
    }

    var svg: String {
        var canvas = ChartCanvas(width: ChartCanvas.pageWidth, height: bottom + 56)
        canvas.text(title, 16, 28, .start, "title")
        drawLegend(on: &canvas)
        drawAxes(on: &canvas)
        for (line, style) in zip(lines, styles) {
            let points = line.points.map { (x: x($0.x), y: y($0.y)) }
            canvas.line(points, style)
            for point in points { canvas.dot(point.x, point.y, style) }
        }
        return canvas.svg(title: title, description: description)
    }

    /// The chart described in words.
    var description: String {
        let curves = lines.compactMap { line in
            line.points.last.map { last in
                "\(line.name): \(line.points[0].y.text) at \(line.points[0].x), \(last.y.text) at \(last.x)"
            }
        }
        return "\(yAxis) by \(xAxis). " + curves.joined(separator: "; ") + "."
    }

    private static let left = 66.0, right = 410.0, legend = 20.0

    /// Each line has a row in the legend above the curves.
    private var top: Double { 56 + Double(lines.count) * Self.legend }
    private var bottom: Double { top + 260 }

    /// The styles of the lines: colors for this library, dashed gray for floors.
    private var styles: [String] {
        var ours = 0, floors = 0
        return lines.map { line in
            defer { if line.isFloor { floors += 1 } else { ours += 1 } }
            return line.isFloor ? "floor\(floors)" : "ours\(ours)"
        }
    }

    private func drawLegend(on canvas: inout ChartCanvas) {
        var y = 50.0
        for (line, style) in zip(lines, styles) {
            canvas.line([(16, y), (44, y)], style)
            canvas.dot(30, y, style)
            canvas.text(line.name, 50, y + 4.5)
            y += Self.legend
        }
    }

    private func drawAxes(on canvas: inout ChartCanvas) {
        var cost = 0.0
        while cost <= highest {
            canvas.line([(Self.left, y(cost)), (Self.right, y(cost))], cost == 0 ? "axis" : "grid")
            canvas.text(cost.text, Self.left - 8, y(cost) + 4.5, .end)
            cost += step
        }
        for amount in amounts { canvas.text(amount.shortened, x(amount), bottom + 22, .middle) }
        canvas.text(xAxis, (Self.left + Self.right) / 2, bottom + 46, .middle)
        canvas.uprightText(yAxis, 20, (top + bottom) / 2)
    }

    private var amounts: [Int] { lines.max { $0.points.count < $1.points.count }?.points.map(\.x) ?? [] }

    /// The position of an amount. Amounts are evenly spaced, since each is the same multiple of the
    /// previous one.
    private func x(_ amount: Int) -> Double {
        let index = amounts.firstIndex(of: amount) ?? 0
        return Self.left + 24 + (Self.right - Self.left - 48) * Double(index) / Double(max(1, amounts.count - 1))
    }

    private func y(_ cost: Double) -> Double {
        bottom - (bottom - top) * cost / highest
    }

    /// The end of the axis, which is a multiple of its step.
    private var highest: Double { max(1, (maximum / step).rounded(.up)) * step }
    private var maximum: Double { max(1, lines.flatMap { $0.points.map(\.y) }.max() ?? 1) }

    /// A round number that fits four to eight times.
    private var step: Double {
        var power = 1.0
        while power * 10 <= maximum { power *= 10 }
        while power > maximum { power /= 10 }
        return [0.2, 0.5, 1, 2].map { $0 * power }.first { maximum / $0 <= 8 } ?? power
    }
}

/// The canvas for charts: few kinds of marks, written as SVG.
///
/// It's light or dark like the reader's screen.
struct ChartCanvas {

    /// The width of a chart, at which its text stays readable on a phone.
    static let pageWidth = 420.0

    let width: Double
    let height: Double
    private var marks: [String] = []

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    enum Anchor: String { case start, middle, end }

    /// Draws text. The classes are defined in the style below, and separated by spaces.
    mutating func text(_ text: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, _ classes: String = "") {
        marks.append(
            #"<text x="\#(x.tenths)" y="\#(y.tenths)" text-anchor="\#(anchor)" class="\#(classes)">\#(text.escaped)</text>"#
        )
    }

    /// Draws text that reads from bottom to top, centered at a point.
    mutating func uprightText(_ text: String, _ x: Double, _ y: Double) {
        marks.append(
            #"<text transform="translate(\#(x.tenths) \#(y.tenths)) rotate(-90)" text-anchor="middle">\#(text.escaped)</text>"#
        )
    }

    mutating func line(_ points: [(x: Double, y: Double)], _ classes: String) {
        let text = points.map { "\($0.x.tenths),\($0.y.tenths)" }.joined(separator: " ")
        marks.append(#"<polyline points="\#(text)" class="line \#(classes)"/>"#)
    }

    mutating func dot(_ x: Double, _ y: Double, _ classes: String) {
        marks.append(#"<circle cx="\#(x.tenths)" cy="\#(y.tenths)" r="3.5" class="area \#(classes)"/>"#)
    }

    mutating func bar(_ x: Double, _ y: Double, width: Double, height: Double, _ classes: String) {
        marks.append(
            #"<rect x="\#(x.tenths)" y="\#(y.tenths)" width="\#(width.tenths)" height="\#(height.tenths)" class="area \#(classes)"/>"#
        )
    }

    /// - Parameters:
    ///   - title: The text that screen readers speak first.
    ///   - description: The text that they speak instead of the picture.
    func svg(title: String, description: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.tenths) \(height.tenths)" \
        width="\(width.tenths)" height="\(height.tenths)" role="img">
        <title>\(title.escaped)</title>
        <desc>\(description.escaped)</desc>
        <style>
        text { font: 13px -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #52514e }
        .title { font-size: 16px; font-weight: 600; fill: #0b0b0b }
        .strong { font-weight: 600; fill: #0b0b0b }
        .line { fill: none; stroke-width: 2; stroke-linejoin: round }
        .page { fill: #ffffff } .grid { stroke: #e3e2dd; stroke-width: 1 } .axis { stroke: #8a8883; stroke-width: 1 }
        .line.ours0 { stroke: #2a6fc9 } .line.ours1 { stroke: #0b8457 } .line.goal { stroke: #0b0b0b; stroke-width: 3 }
        .line.floor0 { stroke: #77756f; stroke-dasharray: 7 4 } .line.floor1 { stroke: #77756f; stroke-dasharray: 2 4 }
        .area.ours0 { fill: #2a6fc9 } .area.ours1 { fill: #0b8457 } .area.missed { fill: #cc4a1b }
        .area.floor0, .area.floor1 { fill: #77756f } .area.other { fill: #b4b2ab }
        @media (prefers-color-scheme: dark) {
        text { fill: #c3c2b7 } .title, .strong { fill: #ffffff }
        .page { fill: #16161a } .grid { stroke: #34343a } .line.goal { stroke: #ffffff }
        .line.ours0 { stroke: #5b9df0 } .line.ours1 { stroke: #37bd86 }
        .area.ours0 { fill: #5b9df0 } .area.ours1 { fill: #37bd86 } .area.missed { fill: #f07a4c }
        .line.floor0, .line.floor1 { stroke: #a3a19a } .area.floor0, .area.floor1 { fill: #a3a19a }
        .area.other { fill: #6a6862 }
        }
        </style>
        <rect width="100%" height="100%" class="page"/>
        \(marks.joined(separator: "\n"))
        </svg>

        """
    }
}

extension Double {
    /// The number with one decimal, which is precise enough for a place in a picture.
    fileprivate var tenths: String { "\((self * 10).rounded() / 10)" }
}

extension String {
    fileprivate var escaped: String {
        reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
    }
}

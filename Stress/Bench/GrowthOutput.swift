import Measuring

extension Growth {

    /// Measures all growths, or only the ones that the words name.
    static func all(turns: Int, only words: String) -> [Growth] {
        let groups: [(name: String, measure: () -> [Growth])] = [
            ("threads", { growthOfThreads(upTo: 16, turns: turns) }),
            ("observables", { growthOfObservables(upTo: 100_000, turns: turns) }),
            ("observers", { growthOfObservers(upTo: 1_000_000, turns: turns) }),
        ]
        return groups.filter { words.isEmpty || $0.name.contains(words) }.flatMap { $0.measure() }
    }

    /// A table with a column for each amount.
    var rows: [[String]] {
        [["\(title), \(unit), by \(amount)"] + amounts.map(\.shortened)]
            + curves.map { curve in
                [curve.name]
                    + amounts.map { amount in
                        curve.points.first { $0.amount == amount }?.cost.median.text ?? "–"
                    }
            }
    }

    /// The data for JSON output.
    var fields: [String: Any] {
        [
            "name": name, "title": title, "of": amount, "unit": unit,
            "curves": curves.map { curve -> [String: Any] in
                [
                    "contender": curve.name, "isFloor": curve.isFloor,
                    "points": curve.points.map { ["amount": $0.amount, "cost": $0.cost.fields] as [String: Any] },
                ]
            },
        ]
    }

    var chart: ChartOfLines {
        ChartOfLines(
            title: title, xAxis: amount, yAxis: unit,
            lines: curves.map { curve in
                ChartOfLines.Line(
                    name: curve.name, isFloor: curve.isFloor, points: curve.points.map { ($0.amount, $0.cost.median) })
            })
    }

    private var amounts: [Int] { curves.max { $0.points.count < $1.points.count }?.points.map(\.amount) ?? [] }
}

extension Int {
    /// The number as it's written on an axis.
    var shortened: String {
        self >= 1_000_000 ? "\(self / 1_000_000) M" : self >= 10_000 ? "\(self / 1000) k" : "\(self)"
    }
}

import Measuring

/// The growth of a cost with an amount.
struct Growth {

    /// The name of the chart's file.
    let name: String
    let title: String

    /// The amount that grows, and the unit of the cost.
    let amount: String, unit: String
    var curves: [Curve]
}

/// The costs of one contender at growing amounts.
struct Curve {
    let name: String
    let isFloor: Bool
    var points: [Point] = []
}

struct Point {
    let amount: Int
    let cost: Spread
}

extension Growth {

    init(_ name: String, _ title: String, of amount: String, in unit: String, _ curves: [Curve]) {
        self.name = name
        self.title = title
        self.amount = amount
        self.unit = unit
        self.curves = curves
    }

    /// Adds the costs of all contenders at an amount, with a list of measurements for each.
    mutating func add(_ costs: [[Double]], at amount: Int) {
        for index in curves.indices where !costs[index].isEmpty {
            curves[index].points.append(Point(amount: amount, cost: Spread(costs[index])))
        }
    }
}

/// A contender that works with a growing number of observations.
struct Contestant {
    let name: String
    let isFloor: Bool
    let gather: (_ count: Int) -> MeasuredCrowd

    init(_ name: String, isFloor: Bool = false, _ gather: @escaping (_ count: Int) -> MeasuredCrowd) {
        self.name = name
        self.isFloor = isFloor
        self.gather = gather
    }
}

/// A number of observations, or of their equivalents, and the operations on all of them.
struct MeasuredCrowd {
    let start: () -> Void
    let send: (_ message: Int) -> Void
    /// Ends all observations, in an order that is unrelated to that of their start.
    let end: () -> Void
}

/// The costs and bytes per observation for crowds of growing size.
///
/// The costs are for sending, starting and ending.
struct GrowthOfCrowds {
    var send, start, end, bytes: Growth

    /// - Parameter name: The first part of the names of files.
    init(_ name: String, of amount: String, upTo largest: Int, turns: Int, _ contestants: [Contestant]) {
        let curves = contestants.map { Curve(name: $0.name, isFloor: $0.isFloor) }
        send = Growth("\(name)-send", "Send, per observer", of: amount, in: "ns", curves)
        start = Growth("\(name)-start", "Start an observation", of: amount, in: "ns", curves)
        end = Growth("\(name)-end", "End an observation", of: amount, in: "ns", curves)
        bytes = Growth("\(name)-bytes", "Memory of an observation", of: amount, in: "bytes", curves)
        var amount = 1
        while amount <= largest {
            measure(amount, turns, contestants)
            amount *= 10
        }
    }

    var all: [Growth] { [send, start, end, bytes] }

    /// Measures the costs of a crowd.
    ///
    /// Sends are measured first, while the memory of observations still has the order of their
    /// start.
    private mutating func measure(_ count: Int, _ turns: Int, _ contestants: [Contestant]) {
        let crowds = contestants.map { $0.gather(count) }
        bytes.add(
            crowds.map { crowd in
                Calls.bytesKept(by: crowd.start).map { [$0 / Double(count)] } ?? []
            }, at: count)
        send.add(
            takeTurns(turns, crowds) { crowd in
                let times = max(1, 200_000 / count)
                return nanoseconds { for message in 0..<times { crowd.send(message) } } / Double(times * count)
            }, at: count)
        for crowd in crowds { crowd.end() }

        var starts = crowds.map { _ in [Double]() }, ends = starts
        for _ in 0..<turns {
            for index in crowds.indices {
                let (start, end) = startAndEnd(crowds[index], count)
                starts[index].append(start)
                ends[index].append(end)
            }
        }
        start.add(starts, at: count)
        end.add(ends, at: count)
    }

    private func startAndEnd(_ crowd: MeasuredCrowd, _ count: Int) -> (start: Double, end: Double) {
        let times = max(1, 20_000 / count)
        var start = 0.0, end = 0.0
        for _ in 0..<times {
            start += nanoseconds(crowd.start) - clockCost
            end += nanoseconds(crowd.end) - clockCost
        }
        return (start / Double(times * count), end / Double(times * count))
    }
}

/// Measures contenders in turns, so that noise on the machine affects all of them.
func takeTurns<Thing>(_ turns: Int, _ things: [Thing], _ measure: (Thing) -> Double) -> [[Double]] {
    var costs = things.map { _ in [Double]() }
    for turn in 0..<turns {
        let order = turn.isMultiple(of: 2) ? Array(things.indices) : things.indices.reversed()
        for index in order { costs[index].append(measure(things[index])) }
    }
    return costs
}

/// The cost of measuring nothing.
private let clockCost = Spread((0..<10_001).map { _ in nanoseconds {} }).median

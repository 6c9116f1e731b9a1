import Foundation

extension Double {

    /// The nearest number with this many significant digits.
    func rounded(digits: Int) -> Double {
        isFinite ? Double(String(format: "%.\(digits - 1)e", self)) ?? self : self
    }

    /// The number with commas between thousands, and no more decimal digits than it has.
    var grouped: String {
        guard isFinite else { return "–" }
        let text = abs(self) < 100 && rounded() != self ? "\(self)" : String(format: "%.0f", self)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        var digits = Array(parts[0]), index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: index)
            index -= 3
        }
        return String(digits) + parts.dropFirst().map { "." + $0 }.joined()
    }

    /// Reads such a number. Any other text is NaN.
    init(grouped text: String) { self = Double(text.filter { $0 != "," }) ?? .nan }

    /// Two digits and a unit, as in `1.2 GB`.
    var bytes: String { inUnits(["B", "kB", "MB", "GB", "TB"]) }

    /// Seconds as two digits and a unit, as in `1.2 ms`.
    var seconds: String {
        self >= 1 ? "\(rounded(digits: 2).grouped) s" : (self * 1e6).inUnits(["µs", "ms"])
    }

    private func inUnits(_ units: [String]) -> String {
        guard isFinite else { return "–" }
        var value = rounded(digits: 2), rest = units[...]
        while value >= 1000, rest.count > 1 {
            value = (value / 1000).rounded(digits: 2)
            rest.removeFirst()
        }
        return "\(value.grouped) \(rest.first ?? "")"
    }
}

extension Int {
    var grouped: String { Double(self).grouped }
    var bytes: String { Double(self).bytes }
}

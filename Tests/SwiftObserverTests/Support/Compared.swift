/// A number that records the numbers with which it's compared.
struct Compared: Equatable, Sendable {

    var number: Int
    private let comparisons: Recorder<Int>

    init(_ number: Int, _ comparisons: Recorder<Int>) {
        self.number = number
        self.comparisons = comparisons
    }

    static func == (left: Compared, right: Compared) -> Bool {
        right.comparisons.record(right.number)
        return left.number == right.number
    }
}

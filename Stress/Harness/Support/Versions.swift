/// The value of a variable or of a derived value in a graph: versions of variables.
///
/// A change of a variable increments its version. The seal shows values that were torn or mixed up.
struct Versions: Equatable, Sendable {

    /// The largest number of variables.
    static let limit = 16

    typealias Numbers = SIMD16<Int32>

    /// The versions, in the order of ``GraphElement/variables``. The rest is 0.
    let numbers: Numbers
    private let seal: Int32

    init(_ numbers: Numbers, of element: Int) {
        self.numbers = numbers
        seal = Self.seal(of: numbers, element)
    }

    /// The value of a variable.
    init(version: Int32, ofVariable element: Int) {
        var numbers = Numbers.zero
        numbers[0] = version
        self.init(numbers, of: element)
    }

    /// The version of a variable, if this is its value.
    var version: Int32 { numbers[0] }

    /// The next value of a variable, if this is its value.
    func next(ofVariable element: Int) -> Versions { Versions(version: version + 1, ofVariable: element) }

    func isIntact(of element: Int) -> Bool { seal == Self.seal(of: numbers, element) }

    private static func seal(of numbers: Numbers, _ element: Int) -> Int32 {
        // Not a static constant. ThreadSanitizer takes each use of one for synchronization.
        let weights = Numbers(
            0x1F12_3BB5, 0x2A4B_9D07, 0x3C6E_F373, 0x14F1_BBCD, 0x5851_F42D, 0x2545_F491, 0x4F6C_DD1D, 0x369D_EA0F,
            0x1B56_C4E9, 0x7FEB_352D, 0x46CA_6B6B, 0x2C1B_3C6D, 0x297A_2D39, 0x165A_7B1F, 0x6A09_E667, 0x3B67_AE85)
        return (numbers &* weights).wrappedSum() &+ Int32(truncatingIfNeeded: element) &* 0x5BD1_E995
    }
}

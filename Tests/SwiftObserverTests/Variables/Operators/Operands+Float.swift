import SwiftObserver

/// The operators on operands of type `Float`, spelled out. The compiler must select one for each
/// pair.
extension Operands<Float> {

    var sums: [Plain] {
        [
            l0 + r0, l0 + r1, l0 + r2, l0 + r3, l0 + r4, l0 + r5, l1 + r0, l1 + r1, l1 + r2, l1 + r3, l1 + r4, l1 + r5,
            l2 + r0, l2 + r1, l2 + r2, l2 + r3, l2 + r4, l2 + r5, l3 + r0, l3 + r1, l3 + r2, l3 + r3, l3 + r4, l3 + r5,
            l4 + r0, l4 + r1, l4 + r2, l4 + r3, l4 + r4, l4 + r5, l5 + r0, l5 + r1, l5 + r2, l5 + r3, l5 + r4, l5 + r5,
        ]
    }

    var differences: [Plain] {
        [
            l0 - r0, l0 - r1, l0 - r2, l0 - r3, l0 - r4, l0 - r5, l1 - r0, l1 - r1, l1 - r2, l1 - r3, l1 - r4, l1 - r5,
            l2 - r0, l2 - r1, l2 - r2, l2 - r3, l2 - r4, l2 - r5, l3 - r0, l3 - r1, l3 - r2, l3 - r3, l3 - r4, l3 - r5,
            l4 - r0, l4 - r1, l4 - r2, l4 - r3, l4 - r4, l4 - r5, l5 - r0, l5 - r1, l5 - r2, l5 - r3, l5 - r4, l5 - r5,
        ]
    }

    var products: [Plain] {
        [
            l0 * r0, l0 * r1, l0 * r2, l0 * r3, l0 * r4, l0 * r5, l1 * r0, l1 * r1, l1 * r2, l1 * r3, l1 * r4, l1 * r5,
            l2 * r0, l2 * r1, l2 * r2, l2 * r3, l2 * r4, l2 * r5, l3 * r0, l3 * r1, l3 * r2, l3 * r3, l3 * r4, l3 * r5,
            l4 * r0, l4 * r1, l4 * r2, l4 * r3, l4 * r4, l4 * r5, l5 * r0, l5 * r1, l5 * r2, l5 * r3, l5 * r4, l5 * r5,
        ]
    }

    var quotients: [Plain] {
        [
            l0 / r0, l0 / r1, l0 / r2, l0 / r3, l0 / r4, l0 / r5, l1 / r0, l1 / r1, l1 / r2, l1 / r3, l1 / r4, l1 / r5,
            l2 / r0, l2 / r1, l2 / r2, l2 / r3, l2 / r4, l2 / r5, l3 / r0, l3 / r1, l3 / r2, l3 / r3, l3 / r4, l3 / r5,
            l4 / r0, l4 / r1, l4 / r2, l4 / r3, l4 / r4, l4 / r5, l5 / r0, l5 / r1, l5 / r2, l5 / r3, l5 / r4, l5 / r5,
        ]
    }

    var addingInPlace: [() -> Void] {
        [
            { l0 += r0 }, { l0 += r1 }, { l0 += r2 }, { l0 += r3 }, { l0 += r4 }, { l0 += r5 },
            { l1 += r0 }, { l1 += r1 }, { l1 += r2 }, { l1 += r3 }, { l1 += r4 }, { l1 += r5 },
            { l2 += r0 }, { l2 += r1 }, { l2 += r2 }, { l2 += r3 }, { l2 += r4 }, { l2 += r5 },
            { l3 += r0 }, { l3 += r1 }, { l3 += r2 }, { l3 += r3 }, { l3 += r4 }, { l3 += r5 },
            { l4 += r0 }, { l4 += r1 }, { l4 += r2 }, { l4 += r3 }, { l4 += r4 }, { l4 += r5 },
            { l5 += r0 }, { l5 += r1 }, { l5 += r2 }, { l5 += r3 }, { l5 += r4 }, { l5 += r5 },
        ]
    }

    var subtractingInPlace: [() -> Void] {
        [
            { l0 -= r0 }, { l0 -= r1 }, { l0 -= r2 }, { l0 -= r3 }, { l0 -= r4 }, { l0 -= r5 },
            { l1 -= r0 }, { l1 -= r1 }, { l1 -= r2 }, { l1 -= r3 }, { l1 -= r4 }, { l1 -= r5 },
            { l2 -= r0 }, { l2 -= r1 }, { l2 -= r2 }, { l2 -= r3 }, { l2 -= r4 }, { l2 -= r5 },
            { l3 -= r0 }, { l3 -= r1 }, { l3 -= r2 }, { l3 -= r3 }, { l3 -= r4 }, { l3 -= r5 },
            { l4 -= r0 }, { l4 -= r1 }, { l4 -= r2 }, { l4 -= r3 }, { l4 -= r4 }, { l4 -= r5 },
            { l5 -= r0 }, { l5 -= r1 }, { l5 -= r2 }, { l5 -= r3 }, { l5 -= r4 }, { l5 -= r5 },
        ]
    }

    var multiplyingInPlace: [() -> Void] {
        [
            { l0 *= r0 }, { l0 *= r1 }, { l0 *= r2 }, { l0 *= r3 }, { l0 *= r4 }, { l0 *= r5 },
            { l1 *= r0 }, { l1 *= r1 }, { l1 *= r2 }, { l1 *= r3 }, { l1 *= r4 }, { l1 *= r5 },
            { l2 *= r0 }, { l2 *= r1 }, { l2 *= r2 }, { l2 *= r3 }, { l2 *= r4 }, { l2 *= r5 },
            { l3 *= r0 }, { l3 *= r1 }, { l3 *= r2 }, { l3 *= r3 }, { l3 *= r4 }, { l3 *= r5 },
            { l4 *= r0 }, { l4 *= r1 }, { l4 *= r2 }, { l4 *= r3 }, { l4 *= r4 }, { l4 *= r5 },
            { l5 *= r0 }, { l5 *= r1 }, { l5 *= r2 }, { l5 *= r3 }, { l5 *= r4 }, { l5 *= r5 },
        ]
    }

    var dividingInPlace: [() -> Void] {
        [
            { l0 /= r0 }, { l0 /= r1 }, { l0 /= r2 }, { l0 /= r3 }, { l0 /= r4 }, { l0 /= r5 },
            { l1 /= r0 }, { l1 /= r1 }, { l1 /= r2 }, { l1 /= r3 }, { l1 /= r4 }, { l1 /= r5 },
            { l2 /= r0 }, { l2 /= r1 }, { l2 /= r2 }, { l2 /= r3 }, { l2 /= r4 }, { l2 /= r5 },
            { l3 /= r0 }, { l3 /= r1 }, { l3 /= r2 }, { l3 /= r3 }, { l3 /= r4 }, { l3 /= r5 },
            { l4 /= r0 }, { l4 /= r1 }, { l4 /= r2 }, { l4 /= r3 }, { l4 /= r4 }, { l4 /= r5 },
            { l5 /= r0 }, { l5 /= r1 }, { l5 /= r2 }, { l5 /= r3 }, { l5 /= r4 }, { l5 /= r5 },
        ]
    }
}

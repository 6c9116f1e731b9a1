import SwiftObserver
import Testing

/// Operators on all pairs of the six forms of operands.
@Suite struct OperatorTests {

    @Test func `sums of Int operands`() {
        let l0: Int = 12
        let l1: Int? = 12
        let l2: Var<Int> = Var(12)
        let l3: Var<Int?> = Var(12)
        let l4: Var<Int>? = Var(12)
        let l5: Var<Int?>? = Var(12)
        let r0: Int = 4
        let r1: Int? = 4
        let r2: Var<Int> = Var(4)
        let r3: Var<Int?> = Var(4)
        let r4: Var<Int>? = Var(4)
        let r5: Var<Int?>? = Var(4)
        let sSum01: Int = l0 + r1
        let sSum02: Int = l0 + r2
        let sSum03: Int = l0 + r3
        let sSum04: Int = l0 + r4
        let sSum05: Int = l0 + r5
        let sSum10: Int = l1 + r0
        let sSum11: Int = l1 + r1
        let sSum12: Int = l1 + r2
        let sSum13: Int = l1 + r3
        let sSum14: Int = l1 + r4
        let sSum15: Int = l1 + r5
        let sSum20: Int = l2 + r0
        let sSum21: Int = l2 + r1
        let sSum22: Int = l2 + r2
        let sSum23: Int = l2 + r3
        let sSum24: Int = l2 + r4
        let sSum25: Int = l2 + r5
        let sSum30: Int = l3 + r0
        let sSum31: Int = l3 + r1
        let sSum32: Int = l3 + r2
        let sSum33: Int = l3 + r3
        let sSum34: Int = l3 + r4
        let sSum35: Int = l3 + r5
        let sSum40: Int = l4 + r0
        let sSum41: Int = l4 + r1
        let sSum42: Int = l4 + r2
        let sSum43: Int = l4 + r3
        let sSum44: Int = l4 + r4
        let sSum45: Int = l4 + r5
        let sSum50: Int = l5 + r0
        let sSum51: Int = l5 + r1
        let sSum52: Int = l5 + r2
        let sSum53: Int = l5 + r3
        let sSum54: Int = l5 + r4
        let sSum55: Int = l5 + r5
        #expect(
            [
                sSum01, sSum02, sSum03, sSum04, sSum05, sSum10,
                sSum11, sSum12, sSum13, sSum14, sSum15, sSum20,
                sSum21, sSum22, sSum23, sSum24, sSum25, sSum30,
                sSum31, sSum32, sSum33, sSum34, sSum35, sSum40,
                sSum41, sSum42, sSum43, sSum44, sSum45, sSum50,
                sSum51, sSum52, sSum53, sSum54, sSum55,
            ].allSatisfy { $0 == 12 + 4 })
    }

    @Test func `differences of Int operands`() {
        let l0: Int = 12
        let l1: Int? = 12
        let l2: Var<Int> = Var(12)
        let l3: Var<Int?> = Var(12)
        let l4: Var<Int>? = Var(12)
        let l5: Var<Int?>? = Var(12)
        let r0: Int = 4
        let r1: Int? = 4
        let r2: Var<Int> = Var(4)
        let r3: Var<Int?> = Var(4)
        let r4: Var<Int>? = Var(4)
        let r5: Var<Int?>? = Var(4)
        let sDifference01: Int = l0 - r1
        let sDifference02: Int = l0 - r2
        let sDifference03: Int = l0 - r3
        let sDifference04: Int = l0 - r4
        let sDifference05: Int = l0 - r5
        let sDifference10: Int = l1 - r0
        let sDifference11: Int = l1 - r1
        let sDifference12: Int = l1 - r2
        let sDifference13: Int = l1 - r3
        let sDifference14: Int = l1 - r4
        let sDifference15: Int = l1 - r5
        let sDifference20: Int = l2 - r0
        let sDifference21: Int = l2 - r1
        let sDifference22: Int = l2 - r2
        let sDifference23: Int = l2 - r3
        let sDifference24: Int = l2 - r4
        let sDifference25: Int = l2 - r5
        let sDifference30: Int = l3 - r0
        let sDifference31: Int = l3 - r1
        let sDifference32: Int = l3 - r2
        let sDifference33: Int = l3 - r3
        let sDifference34: Int = l3 - r4
        let sDifference35: Int = l3 - r5
        let sDifference40: Int = l4 - r0
        let sDifference41: Int = l4 - r1
        let sDifference42: Int = l4 - r2
        let sDifference43: Int = l4 - r3
        let sDifference44: Int = l4 - r4
        let sDifference45: Int = l4 - r5
        let sDifference50: Int = l5 - r0
        let sDifference51: Int = l5 - r1
        let sDifference52: Int = l5 - r2
        let sDifference53: Int = l5 - r3
        let sDifference54: Int = l5 - r4
        let sDifference55: Int = l5 - r5
        #expect(
            [
                sDifference01, sDifference02, sDifference03, sDifference04, sDifference05, sDifference10,
                sDifference11, sDifference12, sDifference13, sDifference14, sDifference15, sDifference20,
                sDifference21, sDifference22, sDifference23, sDifference24, sDifference25, sDifference30,
                sDifference31, sDifference32, sDifference33, sDifference34, sDifference35, sDifference40,
                sDifference41, sDifference42, sDifference43, sDifference44, sDifference45, sDifference50,
                sDifference51, sDifference52, sDifference53, sDifference54, sDifference55,
            ].allSatisfy { $0 == 12 - 4 })
    }

    @Test func `products of Int operands`() {
        let l0: Int = 12
        let l1: Int? = 12
        let l2: Var<Int> = Var(12)
        let l3: Var<Int?> = Var(12)
        let l4: Var<Int>? = Var(12)
        let l5: Var<Int?>? = Var(12)
        let r0: Int = 4
        let r1: Int? = 4
        let r2: Var<Int> = Var(4)
        let r3: Var<Int?> = Var(4)
        let r4: Var<Int>? = Var(4)
        let r5: Var<Int?>? = Var(4)
        let sProduct01: Int = l0 * r1
        let sProduct02: Int = l0 * r2
        let sProduct03: Int = l0 * r3
        let sProduct04: Int = l0 * r4
        let sProduct05: Int = l0 * r5
        let sProduct10: Int = l1 * r0
        let sProduct11: Int = l1 * r1
        let sProduct12: Int = l1 * r2
        let sProduct13: Int = l1 * r3
        let sProduct14: Int = l1 * r4
        let sProduct15: Int = l1 * r5
        let sProduct20: Int = l2 * r0
        let sProduct21: Int = l2 * r1
        let sProduct22: Int = l2 * r2
        let sProduct23: Int = l2 * r3
        let sProduct24: Int = l2 * r4
        let sProduct25: Int = l2 * r5
        let sProduct30: Int = l3 * r0
        let sProduct31: Int = l3 * r1
        let sProduct32: Int = l3 * r2
        let sProduct33: Int = l3 * r3
        let sProduct34: Int = l3 * r4
        let sProduct35: Int = l3 * r5
        let sProduct40: Int = l4 * r0
        let sProduct41: Int = l4 * r1
        let sProduct42: Int = l4 * r2
        let sProduct43: Int = l4 * r3
        let sProduct44: Int = l4 * r4
        let sProduct45: Int = l4 * r5
        let sProduct50: Int = l5 * r0
        let sProduct51: Int = l5 * r1
        let sProduct52: Int = l5 * r2
        let sProduct53: Int = l5 * r3
        let sProduct54: Int = l5 * r4
        let sProduct55: Int = l5 * r5
        #expect(
            [
                sProduct01, sProduct02, sProduct03, sProduct04, sProduct05, sProduct10,
                sProduct11, sProduct12, sProduct13, sProduct14, sProduct15, sProduct20,
                sProduct21, sProduct22, sProduct23, sProduct24, sProduct25, sProduct30,
                sProduct31, sProduct32, sProduct33, sProduct34, sProduct35, sProduct40,
                sProduct41, sProduct42, sProduct43, sProduct44, sProduct45, sProduct50,
                sProduct51, sProduct52, sProduct53, sProduct54, sProduct55,
            ].allSatisfy { $0 == 12 * 4 })
    }

    @Test func `quotients of Int operands`() {
        let l0: Int = 12
        let l1: Int? = 12
        let l2: Var<Int> = Var(12)
        let l3: Var<Int?> = Var(12)
        let l4: Var<Int>? = Var(12)
        let l5: Var<Int?>? = Var(12)
        let r0: Int = 4
        let r1: Int? = 4
        let r2: Var<Int> = Var(4)
        let r3: Var<Int?> = Var(4)
        let r4: Var<Int>? = Var(4)
        let r5: Var<Int?>? = Var(4)
        let sQuotient01: Int = l0 / r1
        let sQuotient02: Int = l0 / r2
        let sQuotient03: Int = l0 / r3
        let sQuotient04: Int = l0 / r4
        let sQuotient05: Int = l0 / r5
        let sQuotient10: Int = l1 / r0
        let sQuotient11: Int = l1 / r1
        let sQuotient12: Int = l1 / r2
        let sQuotient13: Int = l1 / r3
        let sQuotient14: Int = l1 / r4
        let sQuotient15: Int = l1 / r5
        let sQuotient20: Int = l2 / r0
        let sQuotient21: Int = l2 / r1
        let sQuotient22: Int = l2 / r2
        let sQuotient23: Int = l2 / r3
        let sQuotient24: Int = l2 / r4
        let sQuotient25: Int = l2 / r5
        let sQuotient30: Int = l3 / r0
        let sQuotient31: Int = l3 / r1
        let sQuotient32: Int = l3 / r2
        let sQuotient33: Int = l3 / r3
        let sQuotient34: Int = l3 / r4
        let sQuotient35: Int = l3 / r5
        let sQuotient40: Int = l4 / r0
        let sQuotient41: Int = l4 / r1
        let sQuotient42: Int = l4 / r2
        let sQuotient43: Int = l4 / r3
        let sQuotient44: Int = l4 / r4
        let sQuotient45: Int = l4 / r5
        let sQuotient50: Int = l5 / r0
        let sQuotient51: Int = l5 / r1
        let sQuotient52: Int = l5 / r2
        let sQuotient53: Int = l5 / r3
        let sQuotient54: Int = l5 / r4
        let sQuotient55: Int = l5 / r5
        #expect(
            [
                sQuotient01, sQuotient02, sQuotient03, sQuotient04, sQuotient05, sQuotient10,
                sQuotient11, sQuotient12, sQuotient13, sQuotient14, sQuotient15, sQuotient20,
                sQuotient21, sQuotient22, sQuotient23, sQuotient24, sQuotient25, sQuotient30,
                sQuotient31, sQuotient32, sQuotient33, sQuotient34, sQuotient35, sQuotient40,
                sQuotient41, sQuotient42, sQuotient43, sQuotient44, sQuotient45, sQuotient50,
                sQuotient51, sQuotient52, sQuotient53, sQuotient54, sQuotient55,
            ].allSatisfy { $0 == 12 / 4 })
    }

    @Test func `sums of Float operands`() {
        let l0: Float = 7.5
        let l1: Float? = 7.5
        let l2: Var<Float> = Var(7.5)
        let l3: Var<Float?> = Var(7.5)
        let l4: Var<Float>? = Var(7.5)
        let l5: Var<Float?>? = Var(7.5)
        let r0: Float = 2.5
        let r1: Float? = 2.5
        let r2: Var<Float> = Var(2.5)
        let r3: Var<Float?> = Var(2.5)
        let r4: Var<Float>? = Var(2.5)
        let r5: Var<Float?>? = Var(2.5)
        let sSum01: Float = l0 + r1
        let sSum02: Float = l0 + r2
        let sSum03: Float = l0 + r3
        let sSum04: Float = l0 + r4
        let sSum05: Float = l0 + r5
        let sSum10: Float = l1 + r0
        let sSum11: Float = l1 + r1
        let sSum12: Float = l1 + r2
        let sSum13: Float = l1 + r3
        let sSum14: Float = l1 + r4
        let sSum15: Float = l1 + r5
        let sSum20: Float = l2 + r0
        let sSum21: Float = l2 + r1
        let sSum22: Float = l2 + r2
        let sSum23: Float = l2 + r3
        let sSum24: Float = l2 + r4
        let sSum25: Float = l2 + r5
        let sSum30: Float = l3 + r0
        let sSum31: Float = l3 + r1
        let sSum32: Float = l3 + r2
        let sSum33: Float = l3 + r3
        let sSum34: Float = l3 + r4
        let sSum35: Float = l3 + r5
        let sSum40: Float = l4 + r0
        let sSum41: Float = l4 + r1
        let sSum42: Float = l4 + r2
        let sSum43: Float = l4 + r3
        let sSum44: Float = l4 + r4
        let sSum45: Float = l4 + r5
        let sSum50: Float = l5 + r0
        let sSum51: Float = l5 + r1
        let sSum52: Float = l5 + r2
        let sSum53: Float = l5 + r3
        let sSum54: Float = l5 + r4
        let sSum55: Float = l5 + r5
        #expect(
            [
                sSum01, sSum02, sSum03, sSum04, sSum05, sSum10,
                sSum11, sSum12, sSum13, sSum14, sSum15, sSum20,
                sSum21, sSum22, sSum23, sSum24, sSum25, sSum30,
                sSum31, sSum32, sSum33, sSum34, sSum35, sSum40,
                sSum41, sSum42, sSum43, sSum44, sSum45, sSum50,
                sSum51, sSum52, sSum53, sSum54, sSum55,
            ].allSatisfy { $0 == 7.5 + 2.5 })
    }

    @Test func `differences of Float operands`() {
        let l0: Float = 7.5
        let l1: Float? = 7.5
        let l2: Var<Float> = Var(7.5)
        let l3: Var<Float?> = Var(7.5)
        let l4: Var<Float>? = Var(7.5)
        let l5: Var<Float?>? = Var(7.5)
        let r0: Float = 2.5
        let r1: Float? = 2.5
        let r2: Var<Float> = Var(2.5)
        let r3: Var<Float?> = Var(2.5)
        let r4: Var<Float>? = Var(2.5)
        let r5: Var<Float?>? = Var(2.5)
        let sDifference01: Float = l0 - r1
        let sDifference02: Float = l0 - r2
        let sDifference03: Float = l0 - r3
        let sDifference04: Float = l0 - r4
        let sDifference05: Float = l0 - r5
        let sDifference10: Float = l1 - r0
        let sDifference11: Float = l1 - r1
        let sDifference12: Float = l1 - r2
        let sDifference13: Float = l1 - r3
        let sDifference14: Float = l1 - r4
        let sDifference15: Float = l1 - r5
        let sDifference20: Float = l2 - r0
        let sDifference21: Float = l2 - r1
        let sDifference22: Float = l2 - r2
        let sDifference23: Float = l2 - r3
        let sDifference24: Float = l2 - r4
        let sDifference25: Float = l2 - r5
        let sDifference30: Float = l3 - r0
        let sDifference31: Float = l3 - r1
        let sDifference32: Float = l3 - r2
        let sDifference33: Float = l3 - r3
        let sDifference34: Float = l3 - r4
        let sDifference35: Float = l3 - r5
        let sDifference40: Float = l4 - r0
        let sDifference41: Float = l4 - r1
        let sDifference42: Float = l4 - r2
        let sDifference43: Float = l4 - r3
        let sDifference44: Float = l4 - r4
        let sDifference45: Float = l4 - r5
        let sDifference50: Float = l5 - r0
        let sDifference51: Float = l5 - r1
        let sDifference52: Float = l5 - r2
        let sDifference53: Float = l5 - r3
        let sDifference54: Float = l5 - r4
        let sDifference55: Float = l5 - r5
        #expect(
            [
                sDifference01, sDifference02, sDifference03, sDifference04, sDifference05, sDifference10,
                sDifference11, sDifference12, sDifference13, sDifference14, sDifference15, sDifference20,
                sDifference21, sDifference22, sDifference23, sDifference24, sDifference25, sDifference30,
                sDifference31, sDifference32, sDifference33, sDifference34, sDifference35, sDifference40,
                sDifference41, sDifference42, sDifference43, sDifference44, sDifference45, sDifference50,
                sDifference51, sDifference52, sDifference53, sDifference54, sDifference55,
            ].allSatisfy { $0 == 7.5 - 2.5 })
    }

    @Test func `products of Float operands`() {
        let l0: Float = 7.5
        let l1: Float? = 7.5
        let l2: Var<Float> = Var(7.5)
        let l3: Var<Float?> = Var(7.5)
        let l4: Var<Float>? = Var(7.5)
        let l5: Var<Float?>? = Var(7.5)
        let r0: Float = 2.5
        let r1: Float? = 2.5
        let r2: Var<Float> = Var(2.5)
        let r3: Var<Float?> = Var(2.5)
        let r4: Var<Float>? = Var(2.5)
        let r5: Var<Float?>? = Var(2.5)
        let sProduct01: Float = l0 * r1
        let sProduct02: Float = l0 * r2
        let sProduct03: Float = l0 * r3
        let sProduct04: Float = l0 * r4
        let sProduct05: Float = l0 * r5
        let sProduct10: Float = l1 * r0
        let sProduct11: Float = l1 * r1
        let sProduct12: Float = l1 * r2
        let sProduct13: Float = l1 * r3
        let sProduct14: Float = l1 * r4
        let sProduct15: Float = l1 * r5
        let sProduct20: Float = l2 * r0
        let sProduct21: Float = l2 * r1
        let sProduct22: Float = l2 * r2
        let sProduct23: Float = l2 * r3
        let sProduct24: Float = l2 * r4
        let sProduct25: Float = l2 * r5
        let sProduct30: Float = l3 * r0
        let sProduct31: Float = l3 * r1
        let sProduct32: Float = l3 * r2
        let sProduct33: Float = l3 * r3
        let sProduct34: Float = l3 * r4
        let sProduct35: Float = l3 * r5
        let sProduct40: Float = l4 * r0
        let sProduct41: Float = l4 * r1
        let sProduct42: Float = l4 * r2
        let sProduct43: Float = l4 * r3
        let sProduct44: Float = l4 * r4
        let sProduct45: Float = l4 * r5
        let sProduct50: Float = l5 * r0
        let sProduct51: Float = l5 * r1
        let sProduct52: Float = l5 * r2
        let sProduct53: Float = l5 * r3
        let sProduct54: Float = l5 * r4
        let sProduct55: Float = l5 * r5
        #expect(
            [
                sProduct01, sProduct02, sProduct03, sProduct04, sProduct05, sProduct10,
                sProduct11, sProduct12, sProduct13, sProduct14, sProduct15, sProduct20,
                sProduct21, sProduct22, sProduct23, sProduct24, sProduct25, sProduct30,
                sProduct31, sProduct32, sProduct33, sProduct34, sProduct35, sProduct40,
                sProduct41, sProduct42, sProduct43, sProduct44, sProduct45, sProduct50,
                sProduct51, sProduct52, sProduct53, sProduct54, sProduct55,
            ].allSatisfy { $0 == 7.5 * 2.5 })
    }

    @Test func `quotients of Float operands`() {
        let l0: Float = 7.5
        let l1: Float? = 7.5
        let l2: Var<Float> = Var(7.5)
        let l3: Var<Float?> = Var(7.5)
        let l4: Var<Float>? = Var(7.5)
        let l5: Var<Float?>? = Var(7.5)
        let r0: Float = 2.5
        let r1: Float? = 2.5
        let r2: Var<Float> = Var(2.5)
        let r3: Var<Float?> = Var(2.5)
        let r4: Var<Float>? = Var(2.5)
        let r5: Var<Float?>? = Var(2.5)
        let sQuotient01: Float = l0 / r1
        let sQuotient02: Float = l0 / r2
        let sQuotient03: Float = l0 / r3
        let sQuotient04: Float = l0 / r4
        let sQuotient05: Float = l0 / r5
        let sQuotient10: Float = l1 / r0
        let sQuotient11: Float = l1 / r1
        let sQuotient12: Float = l1 / r2
        let sQuotient13: Float = l1 / r3
        let sQuotient14: Float = l1 / r4
        let sQuotient15: Float = l1 / r5
        let sQuotient20: Float = l2 / r0
        let sQuotient21: Float = l2 / r1
        let sQuotient22: Float = l2 / r2
        let sQuotient23: Float = l2 / r3
        let sQuotient24: Float = l2 / r4
        let sQuotient25: Float = l2 / r5
        let sQuotient30: Float = l3 / r0
        let sQuotient31: Float = l3 / r1
        let sQuotient32: Float = l3 / r2
        let sQuotient33: Float = l3 / r3
        let sQuotient34: Float = l3 / r4
        let sQuotient35: Float = l3 / r5
        let sQuotient40: Float = l4 / r0
        let sQuotient41: Float = l4 / r1
        let sQuotient42: Float = l4 / r2
        let sQuotient43: Float = l4 / r3
        let sQuotient44: Float = l4 / r4
        let sQuotient45: Float = l4 / r5
        let sQuotient50: Float = l5 / r0
        let sQuotient51: Float = l5 / r1
        let sQuotient52: Float = l5 / r2
        let sQuotient53: Float = l5 / r3
        let sQuotient54: Float = l5 / r4
        let sQuotient55: Float = l5 / r5
        #expect(
            [
                sQuotient01, sQuotient02, sQuotient03, sQuotient04, sQuotient05, sQuotient10,
                sQuotient11, sQuotient12, sQuotient13, sQuotient14, sQuotient15, sQuotient20,
                sQuotient21, sQuotient22, sQuotient23, sQuotient24, sQuotient25, sQuotient30,
                sQuotient31, sQuotient32, sQuotient33, sQuotient34, sQuotient35, sQuotient40,
                sQuotient41, sQuotient42, sQuotient43, sQuotient44, sQuotient45, sQuotient50,
                sQuotient51, sQuotient52, sQuotient53, sQuotient54, sQuotient55,
            ].allSatisfy { $0 == 7.5 / 2.5 })
    }

    @Test func `sums of Double operands`() {
        let l0: Double = 7.5
        let l1: Double? = 7.5
        let l2: Var<Double> = Var(7.5)
        let l3: Var<Double?> = Var(7.5)
        let l4: Var<Double>? = Var(7.5)
        let l5: Var<Double?>? = Var(7.5)
        let r0: Double = 2.5
        let r1: Double? = 2.5
        let r2: Var<Double> = Var(2.5)
        let r3: Var<Double?> = Var(2.5)
        let r4: Var<Double>? = Var(2.5)
        let r5: Var<Double?>? = Var(2.5)
        let sSum01: Double = l0 + r1
        let sSum02: Double = l0 + r2
        let sSum03: Double = l0 + r3
        let sSum04: Double = l0 + r4
        let sSum05: Double = l0 + r5
        let sSum10: Double = l1 + r0
        let sSum11: Double = l1 + r1
        let sSum12: Double = l1 + r2
        let sSum13: Double = l1 + r3
        let sSum14: Double = l1 + r4
        let sSum15: Double = l1 + r5
        let sSum20: Double = l2 + r0
        let sSum21: Double = l2 + r1
        let sSum22: Double = l2 + r2
        let sSum23: Double = l2 + r3
        let sSum24: Double = l2 + r4
        let sSum25: Double = l2 + r5
        let sSum30: Double = l3 + r0
        let sSum31: Double = l3 + r1
        let sSum32: Double = l3 + r2
        let sSum33: Double = l3 + r3
        let sSum34: Double = l3 + r4
        let sSum35: Double = l3 + r5
        let sSum40: Double = l4 + r0
        let sSum41: Double = l4 + r1
        let sSum42: Double = l4 + r2
        let sSum43: Double = l4 + r3
        let sSum44: Double = l4 + r4
        let sSum45: Double = l4 + r5
        let sSum50: Double = l5 + r0
        let sSum51: Double = l5 + r1
        let sSum52: Double = l5 + r2
        let sSum53: Double = l5 + r3
        let sSum54: Double = l5 + r4
        let sSum55: Double = l5 + r5
        #expect(
            [
                sSum01, sSum02, sSum03, sSum04, sSum05, sSum10,
                sSum11, sSum12, sSum13, sSum14, sSum15, sSum20,
                sSum21, sSum22, sSum23, sSum24, sSum25, sSum30,
                sSum31, sSum32, sSum33, sSum34, sSum35, sSum40,
                sSum41, sSum42, sSum43, sSum44, sSum45, sSum50,
                sSum51, sSum52, sSum53, sSum54, sSum55,
            ].allSatisfy { $0 == 7.5 + 2.5 })
    }

    @Test func `differences of Double operands`() {
        let l0: Double = 7.5
        let l1: Double? = 7.5
        let l2: Var<Double> = Var(7.5)
        let l3: Var<Double?> = Var(7.5)
        let l4: Var<Double>? = Var(7.5)
        let l5: Var<Double?>? = Var(7.5)
        let r0: Double = 2.5
        let r1: Double? = 2.5
        let r2: Var<Double> = Var(2.5)
        let r3: Var<Double?> = Var(2.5)
        let r4: Var<Double>? = Var(2.5)
        let r5: Var<Double?>? = Var(2.5)
        let sDifference01: Double = l0 - r1
        let sDifference02: Double = l0 - r2
        let sDifference03: Double = l0 - r3
        let sDifference04: Double = l0 - r4
        let sDifference05: Double = l0 - r5
        let sDifference10: Double = l1 - r0
        let sDifference11: Double = l1 - r1
        let sDifference12: Double = l1 - r2
        let sDifference13: Double = l1 - r3
        let sDifference14: Double = l1 - r4
        let sDifference15: Double = l1 - r5
        let sDifference20: Double = l2 - r0
        let sDifference21: Double = l2 - r1
        let sDifference22: Double = l2 - r2
        let sDifference23: Double = l2 - r3
        let sDifference24: Double = l2 - r4
        let sDifference25: Double = l2 - r5
        let sDifference30: Double = l3 - r0
        let sDifference31: Double = l3 - r1
        let sDifference32: Double = l3 - r2
        let sDifference33: Double = l3 - r3
        let sDifference34: Double = l3 - r4
        let sDifference35: Double = l3 - r5
        let sDifference40: Double = l4 - r0
        let sDifference41: Double = l4 - r1
        let sDifference42: Double = l4 - r2
        let sDifference43: Double = l4 - r3
        let sDifference44: Double = l4 - r4
        let sDifference45: Double = l4 - r5
        let sDifference50: Double = l5 - r0
        let sDifference51: Double = l5 - r1
        let sDifference52: Double = l5 - r2
        let sDifference53: Double = l5 - r3
        let sDifference54: Double = l5 - r4
        let sDifference55: Double = l5 - r5
        #expect(
            [
                sDifference01, sDifference02, sDifference03, sDifference04, sDifference05, sDifference10,
                sDifference11, sDifference12, sDifference13, sDifference14, sDifference15, sDifference20,
                sDifference21, sDifference22, sDifference23, sDifference24, sDifference25, sDifference30,
                sDifference31, sDifference32, sDifference33, sDifference34, sDifference35, sDifference40,
                sDifference41, sDifference42, sDifference43, sDifference44, sDifference45, sDifference50,
                sDifference51, sDifference52, sDifference53, sDifference54, sDifference55,
            ].allSatisfy { $0 == 7.5 - 2.5 })
    }

    @Test func `products of Double operands`() {
        let l0: Double = 7.5
        let l1: Double? = 7.5
        let l2: Var<Double> = Var(7.5)
        let l3: Var<Double?> = Var(7.5)
        let l4: Var<Double>? = Var(7.5)
        let l5: Var<Double?>? = Var(7.5)
        let r0: Double = 2.5
        let r1: Double? = 2.5
        let r2: Var<Double> = Var(2.5)
        let r3: Var<Double?> = Var(2.5)
        let r4: Var<Double>? = Var(2.5)
        let r5: Var<Double?>? = Var(2.5)
        let sProduct01: Double = l0 * r1
        let sProduct02: Double = l0 * r2
        let sProduct03: Double = l0 * r3
        let sProduct04: Double = l0 * r4
        let sProduct05: Double = l0 * r5
        let sProduct10: Double = l1 * r0
        let sProduct11: Double = l1 * r1
        let sProduct12: Double = l1 * r2
        let sProduct13: Double = l1 * r3
        let sProduct14: Double = l1 * r4
        let sProduct15: Double = l1 * r5
        let sProduct20: Double = l2 * r0
        let sProduct21: Double = l2 * r1
        let sProduct22: Double = l2 * r2
        let sProduct23: Double = l2 * r3
        let sProduct24: Double = l2 * r4
        let sProduct25: Double = l2 * r5
        let sProduct30: Double = l3 * r0
        let sProduct31: Double = l3 * r1
        let sProduct32: Double = l3 * r2
        let sProduct33: Double = l3 * r3
        let sProduct34: Double = l3 * r4
        let sProduct35: Double = l3 * r5
        let sProduct40: Double = l4 * r0
        let sProduct41: Double = l4 * r1
        let sProduct42: Double = l4 * r2
        let sProduct43: Double = l4 * r3
        let sProduct44: Double = l4 * r4
        let sProduct45: Double = l4 * r5
        let sProduct50: Double = l5 * r0
        let sProduct51: Double = l5 * r1
        let sProduct52: Double = l5 * r2
        let sProduct53: Double = l5 * r3
        let sProduct54: Double = l5 * r4
        let sProduct55: Double = l5 * r5
        #expect(
            [
                sProduct01, sProduct02, sProduct03, sProduct04, sProduct05, sProduct10,
                sProduct11, sProduct12, sProduct13, sProduct14, sProduct15, sProduct20,
                sProduct21, sProduct22, sProduct23, sProduct24, sProduct25, sProduct30,
                sProduct31, sProduct32, sProduct33, sProduct34, sProduct35, sProduct40,
                sProduct41, sProduct42, sProduct43, sProduct44, sProduct45, sProduct50,
                sProduct51, sProduct52, sProduct53, sProduct54, sProduct55,
            ].allSatisfy { $0 == 7.5 * 2.5 })
    }

    @Test func `quotients of Double operands`() {
        let l0: Double = 7.5
        let l1: Double? = 7.5
        let l2: Var<Double> = Var(7.5)
        let l3: Var<Double?> = Var(7.5)
        let l4: Var<Double>? = Var(7.5)
        let l5: Var<Double?>? = Var(7.5)
        let r0: Double = 2.5
        let r1: Double? = 2.5
        let r2: Var<Double> = Var(2.5)
        let r3: Var<Double?> = Var(2.5)
        let r4: Var<Double>? = Var(2.5)
        let r5: Var<Double?>? = Var(2.5)
        let sQuotient01: Double = l0 / r1
        let sQuotient02: Double = l0 / r2
        let sQuotient03: Double = l0 / r3
        let sQuotient04: Double = l0 / r4
        let sQuotient05: Double = l0 / r5
        let sQuotient10: Double = l1 / r0
        let sQuotient11: Double = l1 / r1
        let sQuotient12: Double = l1 / r2
        let sQuotient13: Double = l1 / r3
        let sQuotient14: Double = l1 / r4
        let sQuotient15: Double = l1 / r5
        let sQuotient20: Double = l2 / r0
        let sQuotient21: Double = l2 / r1
        let sQuotient22: Double = l2 / r2
        let sQuotient23: Double = l2 / r3
        let sQuotient24: Double = l2 / r4
        let sQuotient25: Double = l2 / r5
        let sQuotient30: Double = l3 / r0
        let sQuotient31: Double = l3 / r1
        let sQuotient32: Double = l3 / r2
        let sQuotient33: Double = l3 / r3
        let sQuotient34: Double = l3 / r4
        let sQuotient35: Double = l3 / r5
        let sQuotient40: Double = l4 / r0
        let sQuotient41: Double = l4 / r1
        let sQuotient42: Double = l4 / r2
        let sQuotient43: Double = l4 / r3
        let sQuotient44: Double = l4 / r4
        let sQuotient45: Double = l4 / r5
        let sQuotient50: Double = l5 / r0
        let sQuotient51: Double = l5 / r1
        let sQuotient52: Double = l5 / r2
        let sQuotient53: Double = l5 / r3
        let sQuotient54: Double = l5 / r4
        let sQuotient55: Double = l5 / r5
        #expect(
            [
                sQuotient01, sQuotient02, sQuotient03, sQuotient04, sQuotient05, sQuotient10,
                sQuotient11, sQuotient12, sQuotient13, sQuotient14, sQuotient15, sQuotient20,
                sQuotient21, sQuotient22, sQuotient23, sQuotient24, sQuotient25, sQuotient30,
                sQuotient31, sQuotient32, sQuotient33, sQuotient34, sQuotient35, sQuotient40,
                sQuotient41, sQuotient42, sQuotient43, sQuotient44, sQuotient45, sQuotient50,
                sQuotient51, sQuotient52, sQuotient53, sQuotient54, sQuotient55,
            ].allSatisfy { $0 == 7.5 / 2.5 })
    }

    @Test func `concatenations of String operands`() {
        let l0: String = "a"
        let l1: String? = "a"
        let l2: Var<String> = Var("a")
        let l3: Var<String?> = Var("a")
        let l4: Var<String>? = Var("a")
        let l5: Var<String?>? = Var("a")
        let r0: String = "b"
        let r1: String? = "b"
        let r2: Var<String> = Var("b")
        let r3: Var<String?> = Var("b")
        let r4: Var<String>? = Var("b")
        let r5: Var<String?>? = Var("b")
        let sSum01: String = l0 + r1
        let sSum02: String = l0 + r2
        let sSum03: String = l0 + r3
        let sSum04: String = l0 + r4
        let sSum05: String = l0 + r5
        let sSum10: String = l1 + r0
        let sSum11: String = l1 + r1
        let sSum12: String = l1 + r2
        let sSum13: String = l1 + r3
        let sSum14: String = l1 + r4
        let sSum15: String = l1 + r5
        let sSum20: String = l2 + r0
        let sSum21: String = l2 + r1
        let sSum22: String = l2 + r2
        let sSum23: String = l2 + r3
        let sSum24: String = l2 + r4
        let sSum25: String = l2 + r5
        let sSum30: String = l3 + r0
        let sSum31: String = l3 + r1
        let sSum32: String = l3 + r2
        let sSum33: String = l3 + r3
        let sSum34: String = l3 + r4
        let sSum35: String = l3 + r5
        let sSum40: String = l4 + r0
        let sSum41: String = l4 + r1
        let sSum42: String = l4 + r2
        let sSum43: String = l4 + r3
        let sSum44: String = l4 + r4
        let sSum45: String = l4 + r5
        let sSum50: String = l5 + r0
        let sSum51: String = l5 + r1
        let sSum52: String = l5 + r2
        let sSum53: String = l5 + r3
        let sSum54: String = l5 + r4
        let sSum55: String = l5 + r5
        #expect(
            [
                sSum01, sSum02, sSum03, sSum04, sSum05, sSum10,
                sSum11, sSum12, sSum13, sSum14, sSum15, sSum20,
                sSum21, sSum22, sSum23, sSum24, sSum25, sSum30,
                sSum31, sSum32, sSum33, sSum34, sSum35, sSum40,
                sSum41, sSum42, sSum43, sSum44, sSum45, sSum50,
                sSum51, sSum52, sSum53, sSum54, sSum55,
            ].allSatisfy { $0 == "a" + "b" })
    }

    @Test func `nil counts as zero`() {
        let nothing: Int? = nil, noValue = Var<Int?>(), noVariable: Var<Int>? = nil, neither: Var<Int?>? = nil
        let one = Var(1)
        #expect([one + nothing, one + noValue, one + noVariable, one + neither] == [1, 1, 1, 1])
        #expect([nothing - one, noValue - one, noVariable - one, neither - one] == [-1, -1, -1, -1])
        #expect([nothing * one, noValue * one, noVariable * one, neither * one] == [0, 0, 0, 0])
        #expect([nothing / one, noValue / one, noVariable / one, neither / one] == [0, 0, 0, 0])
        #expect(nothing + noVariable == 0)
        #expect(noValue + neither + noVariable + 2 == 2)
    }

    @Test func `nil counts as the empty string`() {
        let nothing: String? = nil, noValue = Var<String?>(), noVariable: Var<String>? = nil
        let neither: Var<String?>? = nil, a = Var("a")
        #expect([a + nothing, a + noValue, a + noVariable, a + neither] == ["a", "a", "a", "a"])
        #expect([nothing + "b", noValue + "b", noVariable + "b", neither + "b"] == ["b", "b", "b", "b"])
        #expect(nothing + neither == "")
    }

    @Test func `results can be assigned`() {
        let sum = Var(0), text = Var("")
        sum <- Var(1) + Var(2)
        text <- Var("a") + "b" + Var<String?>("c")
        #expect(sum.value == 3)
        #expect(text.value == "abc")
    }
}

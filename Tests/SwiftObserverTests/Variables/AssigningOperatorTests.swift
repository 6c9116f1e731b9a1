import SwiftObserver
import Testing

/// Operators that assign, on all pairs of the six forms of operands.
@Suite struct AssigningOperatorTests {

    @Test func `sums of Int operands, assigned`() {
        var l0: Int = 12
        var l1: Int? = 12
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
        l0 += r1
        l0 += r2
        l0 += r3
        l0 += r4
        l0 += r5
        #expect(l0 == 32)
        l1 += r0
        l1 += r1
        l1 += r2
        l1 += r3
        l1 += r4
        l1 += r5
        #expect(l1 == 36)
        l2 += r0
        l2 += r1
        l2 += r2
        l2 += r3
        l2 += r4
        l2 += r5
        #expect(l2.value == 36)
        l3 += r0
        l3 += r1
        l3 += r2
        l3 += r3
        l3 += r4
        l3 += r5
        #expect(l3.value == 36)
        l4 += r0
        l4 += r1
        l4 += r2
        l4 += r3
        l4 += r4
        l4 += r5
        #expect(l4?.value == 36)
        l5 += r0
        l5 += r1
        l5 += r2
        l5 += r3
        l5 += r4
        l5 += r5
        #expect(l5?.value == 36)
    }

    @Test func `differences of Int operands, assigned`() {
        var l0: Int = 12
        var l1: Int? = 12
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
        l0 -= r1
        l0 -= r2
        l0 -= r3
        l0 -= r4
        l0 -= r5
        #expect(l0 == -8)
        l1 -= r0
        l1 -= r1
        l1 -= r2
        l1 -= r3
        l1 -= r4
        l1 -= r5
        #expect(l1 == -12)
        l2 -= r0
        l2 -= r1
        l2 -= r2
        l2 -= r3
        l2 -= r4
        l2 -= r5
        #expect(l2.value == -12)
        l3 -= r0
        l3 -= r1
        l3 -= r2
        l3 -= r3
        l3 -= r4
        l3 -= r5
        #expect(l3.value == -12)
        l4 -= r0
        l4 -= r1
        l4 -= r2
        l4 -= r3
        l4 -= r4
        l4 -= r5
        #expect(l4?.value == -12)
        l5 -= r0
        l5 -= r1
        l5 -= r2
        l5 -= r3
        l5 -= r4
        l5 -= r5
        #expect(l5?.value == -12)
    }

    @Test func `products of Int operands, assigned`() {
        var l0: Int = 12
        var l1: Int? = 12
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
        l0 *= r1
        l0 *= r2
        l0 *= r3
        l0 *= r4
        l0 *= r5
        #expect(l0 == 12288)
        l1 *= r0
        l1 *= r1
        l1 *= r2
        l1 *= r3
        l1 *= r4
        l1 *= r5
        #expect(l1 == 49152)
        l2 *= r0
        l2 *= r1
        l2 *= r2
        l2 *= r3
        l2 *= r4
        l2 *= r5
        #expect(l2.value == 49152)
        l3 *= r0
        l3 *= r1
        l3 *= r2
        l3 *= r3
        l3 *= r4
        l3 *= r5
        #expect(l3.value == 49152)
        l4 *= r0
        l4 *= r1
        l4 *= r2
        l4 *= r3
        l4 *= r4
        l4 *= r5
        #expect(l4?.value == 49152)
        l5 *= r0
        l5 *= r1
        l5 *= r2
        l5 *= r3
        l5 *= r4
        l5 *= r5
        #expect(l5?.value == 49152)
    }

    @Test func `quotients of Int operands, assigned`() {
        var l0: Int = 12
        var l1: Int? = 12
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
        l0 /= r1
        l0 /= r2
        l0 /= r3
        l0 /= r4
        l0 /= r5
        #expect(l0 == 12 / 4 / 4 / 4 / 4 / 4)
        l1 /= r0
        l1 /= r1
        l1 /= r2
        l1 /= r3
        l1 /= r4
        l1 /= r5
        #expect(l1 == 12 / 4 / 4 / 4 / 4 / 4 / 4)
        l2 /= r0
        l2 /= r1
        l2 /= r2
        l2 /= r3
        l2 /= r4
        l2 /= r5
        #expect(l2.value == 12 / 4 / 4 / 4 / 4 / 4 / 4)
        l3 /= r0
        l3 /= r1
        l3 /= r2
        l3 /= r3
        l3 /= r4
        l3 /= r5
        #expect(l3.value == 12 / 4 / 4 / 4 / 4 / 4 / 4)
        l4 /= r0
        l4 /= r1
        l4 /= r2
        l4 /= r3
        l4 /= r4
        l4 /= r5
        #expect(l4?.value == 12 / 4 / 4 / 4 / 4 / 4 / 4)
        l5 /= r0
        l5 /= r1
        l5 /= r2
        l5 /= r3
        l5 /= r4
        l5 /= r5
        #expect(l5?.value == 12 / 4 / 4 / 4 / 4 / 4 / 4)
    }

    @Test func `sums of Double operands, assigned`() {
        var l0: Double = 12
        var l1: Double? = 12
        let l2: Var<Double> = Var(12)
        let l3: Var<Double?> = Var(12)
        let l4: Var<Double>? = Var(12)
        let l5: Var<Double?>? = Var(12)
        let r0: Double = 4
        let r1: Double? = 4
        let r2: Var<Double> = Var(4)
        let r3: Var<Double?> = Var(4)
        let r4: Var<Double>? = Var(4)
        let r5: Var<Double?>? = Var(4)
        l0 += r1
        l0 += r2
        l0 += r3
        l0 += r4
        l0 += r5
        #expect(l0 == 32)
        l1 += r0
        l1 += r1
        l1 += r2
        l1 += r3
        l1 += r4
        l1 += r5
        #expect(l1 == 36)
        l2 += r0
        l2 += r1
        l2 += r2
        l2 += r3
        l2 += r4
        l2 += r5
        #expect(l2.value == 36)
        l3 += r0
        l3 += r1
        l3 += r2
        l3 += r3
        l3 += r4
        l3 += r5
        #expect(l3.value == 36)
        l4 += r0
        l4 += r1
        l4 += r2
        l4 += r3
        l4 += r4
        l4 += r5
        #expect(l4?.value == 36)
        l5 += r0
        l5 += r1
        l5 += r2
        l5 += r3
        l5 += r4
        l5 += r5
        #expect(l5?.value == 36)
    }

    @Test func `differences of Double operands, assigned`() {
        var l0: Double = 12
        var l1: Double? = 12
        let l2: Var<Double> = Var(12)
        let l3: Var<Double?> = Var(12)
        let l4: Var<Double>? = Var(12)
        let l5: Var<Double?>? = Var(12)
        let r0: Double = 4
        let r1: Double? = 4
        let r2: Var<Double> = Var(4)
        let r3: Var<Double?> = Var(4)
        let r4: Var<Double>? = Var(4)
        let r5: Var<Double?>? = Var(4)
        l0 -= r1
        l0 -= r2
        l0 -= r3
        l0 -= r4
        l0 -= r5
        #expect(l0 == -8)
        l1 -= r0
        l1 -= r1
        l1 -= r2
        l1 -= r3
        l1 -= r4
        l1 -= r5
        #expect(l1 == -12)
        l2 -= r0
        l2 -= r1
        l2 -= r2
        l2 -= r3
        l2 -= r4
        l2 -= r5
        #expect(l2.value == -12)
        l3 -= r0
        l3 -= r1
        l3 -= r2
        l3 -= r3
        l3 -= r4
        l3 -= r5
        #expect(l3.value == -12)
        l4 -= r0
        l4 -= r1
        l4 -= r2
        l4 -= r3
        l4 -= r4
        l4 -= r5
        #expect(l4?.value == -12)
        l5 -= r0
        l5 -= r1
        l5 -= r2
        l5 -= r3
        l5 -= r4
        l5 -= r5
        #expect(l5?.value == -12)
    }

    @Test func `products of Double operands, assigned`() {
        var l0: Double = 12
        var l1: Double? = 12
        let l2: Var<Double> = Var(12)
        let l3: Var<Double?> = Var(12)
        let l4: Var<Double>? = Var(12)
        let l5: Var<Double?>? = Var(12)
        let r0: Double = 4
        let r1: Double? = 4
        let r2: Var<Double> = Var(4)
        let r3: Var<Double?> = Var(4)
        let r4: Var<Double>? = Var(4)
        let r5: Var<Double?>? = Var(4)
        l0 *= r1
        l0 *= r2
        l0 *= r3
        l0 *= r4
        l0 *= r5
        #expect(l0 == 12288)
        l1 *= r0
        l1 *= r1
        l1 *= r2
        l1 *= r3
        l1 *= r4
        l1 *= r5
        #expect(l1 == 49152)
        l2 *= r0
        l2 *= r1
        l2 *= r2
        l2 *= r3
        l2 *= r4
        l2 *= r5
        #expect(l2.value == 49152)
        l3 *= r0
        l3 *= r1
        l3 *= r2
        l3 *= r3
        l3 *= r4
        l3 *= r5
        #expect(l3.value == 49152)
        l4 *= r0
        l4 *= r1
        l4 *= r2
        l4 *= r3
        l4 *= r4
        l4 *= r5
        #expect(l4?.value == 49152)
        l5 *= r0
        l5 *= r1
        l5 *= r2
        l5 *= r3
        l5 *= r4
        l5 *= r5
        #expect(l5?.value == 49152)
    }

    @Test func `quotients of Double operands, assigned`() {
        var l0: Double = 12
        var l1: Double? = 12
        let l2: Var<Double> = Var(12)
        let l3: Var<Double?> = Var(12)
        let l4: Var<Double>? = Var(12)
        let l5: Var<Double?>? = Var(12)
        let r0: Double = 4
        let r1: Double? = 4
        let r2: Var<Double> = Var(4)
        let r3: Var<Double?> = Var(4)
        let r4: Var<Double>? = Var(4)
        let r5: Var<Double?>? = Var(4)
        l0 /= r1
        l0 /= r2
        l0 /= r3
        l0 /= r4
        l0 /= r5
        #expect(l0 == 12.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0)
        l1 /= r0
        l1 /= r1
        l1 /= r2
        l1 /= r3
        l1 /= r4
        l1 /= r5
        #expect(l1 == 12.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0)
        l2 /= r0
        l2 /= r1
        l2 /= r2
        l2 /= r3
        l2 /= r4
        l2 /= r5
        #expect(l2.value == 12.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0)
        l3 /= r0
        l3 /= r1
        l3 /= r2
        l3 /= r3
        l3 /= r4
        l3 /= r5
        #expect(l3.value == 12.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0)
        l4 /= r0
        l4 /= r1
        l4 /= r2
        l4 /= r3
        l4 /= r4
        l4 /= r5
        #expect(l4?.value == 12.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0)
        l5 /= r0
        l5 /= r1
        l5 /= r2
        l5 /= r3
        l5 /= r4
        l5 /= r5
        #expect(l5?.value == 12.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0 / 4.0)
    }

    @Test func `texts, appended`() {
        var l0: String = "a"
        var l1: String? = "a"
        let l2: Var<String> = Var("a")
        let l3: Var<String?> = Var("a")
        let l4: Var<String>? = Var("a")
        let l5: Var<String?>? = Var("a")
        let r0: String = "0"
        let r1: String? = "1"
        let r2: Var<String> = Var("2")
        let r3: Var<String?> = Var("3")
        let r4: Var<String>? = Var("4")
        let r5: Var<String?>? = Var("5")
        l0 += r1
        l0 += r2
        l0 += r3
        l0 += r4
        l0 += r5
        #expect(l0 == "a12345")
        l1 += r0
        l1 += r1
        l1 += r2
        l1 += r3
        l1 += r4
        l1 += r5
        #expect(l1 == "a012345")
        l2 += r0
        l2 += r1
        l2 += r2
        l2 += r3
        l2 += r4
        l2 += r5
        #expect(l2.value == "a012345")
        l3 += r0
        l3 += r1
        l3 += r2
        l3 += r3
        l3 += r4
        l3 += r5
        #expect(l3.value == "a012345")
        l4 += r0
        l4 += r1
        l4 += r2
        l4 += r3
        l4 += r4
        l4 += r5
        #expect(l4?.value == "a012345")
        l5 += r0
        l5 += r1
        l5 += r2
        l5 += r3
        l5 += r4
        l5 += r5
        #expect(l5?.value == "a012345")
    }

    @Test func `nil counts as zero or the empty text on both sides`() {
        var number: Int?, text: String?
        let none: Int? = nil, variable = Var<Int?>(), optional: Var<Int?>? = Var(nil)
        number += none
        #expect(number == 0)
        variable += none
        #expect(variable.value == 0)
        optional += 7
        #expect(optional?.value == 7)
        text += "a"
        #expect(text == "a")
        let title = Var<String?>()
        title += text
        #expect(title.value == "a")
    }

    @Test func `without a variable on the left, nothing happens`() {
        let none: Var<Int>? = nil, noneOptional: Var<Int?>? = nil, noText: Var<String>? = nil, other = Var(1)
        none += 1
        none -= other
        noneOptional *= 2
        noneOptional /= other
        noText += "a"
        #expect(none == nil && noneOptional == nil && noText == nil && other.value == 1)
    }

    @Test func `literals take the type of the variable`() {
        let double = Var(1.0), float = Var<Float?>(), byte = Var<UInt8>(1)
        double += 1
        float += 1.5
        byte *= 2
        #expect(double.value == 2)
        #expect(float.value == 1.5)
        #expect(byte.value == 2)
    }

    @Test func `plain operands keep the operators of the standard library`() {
        var number = 1, text = "a", double = 1.5, list = [1]
        number += 1
        number *= 3
        text += "b"
        double /= 2
        list += [2]
        text += ["c"]
        #expect(number == 6 && text == "abc" && double == 0.75 && list == [1, 2])
        let add: (inout Int, Int) -> Void = (+=)
        add(&number, 1)
        #expect(number == 7)
        #expect([1, 2, 3].reduce(into: 0, +=) == 6)
    }

    @Test func `each assignment is one update by the variable`() {
        let dog = Dog(), number = Var(1), text = Var<String?>(), log = Recorder<Update<Int>>()
        let texts = Recorder<Update<String?>>(), byItself = Recorder<Bool>()
        dog.observe(number) { [box = WeakBox(number)] update, author in
            log.record(update)
            byItself.record(author === box.object)
        }
        dog.observe(text) { texts.record($0) }
        number += 4
        number += 0
        number -= number
        text += "a"
        text += "b"
        #expect(log.values == [Update(1, 5), Update(5, 0)])
        #expect(byItself.values == [true, true])
        #expect(texts.values == [Update(nil, "a"), Update("a", "ab")])
    }

    @Test func `a variable can be assigned to itself`() {
        let number = Var(3), text = Var("ab"), optional: Var<Int?>? = Var(2)
        number += number
        number *= number
        text += text
        optional += optional
        #expect(number.value == 36)
        #expect(text.value == "abab")
        #expect(optional?.value == 4)
    }

    @Test func `threads lose nothing`() {
        let number = Var(0), optional = Var<Int?>(), text = Var(""), one = Var(1)
        onThreads(4) { _ in
            for _ in 0..<500 {
                number += 1
                optional += one
                text += "a"
            }
        }
        #expect(number.value == 2000)
        #expect(optional.value == 2000)
        #expect(text.value.count == 2000)
    }

    @Test func `threads that add two variables to each other do not wait for each other`() {
        let a = Var(0.5), b = Var(0.5)
        onThreads(2) { thread in
            for _ in 0..<2000 {
                if thread == 0 { a += b } else { b += a }
                if thread == 0 { a *= b } else { b *= a }
                if thread == 0 { a.value = 0.5 } else { b.value = 0.5 }
            }
        }
        #expect(a.value == 0.5)
        #expect(b.value == 0.5)
    }

    @Test func `assignments mix with plain arithmetic`() {
        let a = Var(1), b = Var(2), c: Var<Int?>? = Var(3)
        var sum = 0
        sum += 1 + 2 * 3 - 4 + 5 * 6 - 7 + 8 * 9
        sum += a + 2 * b - c + 1
        a += 1 + 2 * 3 - 4 + 5
        a += b * 2 + c
        #expect(sum == 98 + 3)
        #expect(a.value == 1 + 8 + 7)
    }
}

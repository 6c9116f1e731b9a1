import SwiftObserver
import Testing

/// Operators next to literals, to each other, and to operators of the standard library.
@Suite struct OperatorExpressionTests {

    @Test func `results can be assigned`() {
        let sum = Var(0), text = Var("")
        sum <- Var(1) + Var(2)
        text <- Var("a") + "b" + Var<String?>("c")
        #expect(sum.value == 3)
        #expect(text.value == "abc")
    }

    @Test func `operators of several forms mix, also with plain arithmetic`() {
        let a = Var(1), b = Var(2), c: Var<Int?>? = Var(3), noValue = Var<Int?>(), noVariable: Var<Int>? = nil
        var sum = 0
        sum += 1 + 2 * 3 - 4 + 5 * 6 - 7 + 8 * 9
        sum += a + 2 * b - c + 1
        a += 1 + 2 * 3 - 4 + 5
        a += b * 2 + c
        #expect(sum == 98 + 3)
        #expect(a.value == 1 + 8 + 7)
        #expect(noValue + noVariable + noVariable + 2 == 2)
    }

    @Test func `literals take the type of what they are assigned to`() {
        let double = Var(1.0), float = Var<Float?>(), byte = Var<UInt8>(1), title = Var<String?>()
        var number: Int?, text: String?
        double += 1
        float += 1.5
        byte *= 2
        title += "a"
        number += 7
        number -= 1
        number *= 4
        number /= 3
        text += "a"
        #expect(double.value == 2 && float.value == 1.5 && byte.value == 2 && title.value == "a")
        #expect(number == 8 && text == "a")
    }

    @Test func `without a variable, literals are assigned to nothing`() {
        let none: Var<Int>? = nil, noneOptional: Var<Int?>? = nil, noText: Var<String>? = nil,
            noValue: Var<Int?>? = Var(nil)
        none += 1
        none -= 1
        noneOptional *= 2
        noneOptional /= 2
        noText += "a"
        noValue += 7
        #expect(none == nil && noneOptional == nil && noText == nil && noValue?.value == 7)
    }

    @Test func `division by nil is division by zero`() {
        let none: Double? = nil, number = Var(1.0)
        #expect(number / none == .infinity)
        number /= none
        #expect(number.value == .infinity)
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
}

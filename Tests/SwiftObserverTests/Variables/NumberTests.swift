import SwiftObserver
import Testing

@Suite struct NumberTests {

    @Test func `int, on all forms of variables`() {
        let plain = Var(1), optional = Var<Int?>(), some: Var<Int>? = Var(3), someOptional: Var<Int?>? = Var(nil)
        let none: Var<Int>? = nil, noneOptional: Var<Int?>? = nil
        #expect(
            [plain.int, optional.int, some.int, someOptional.int, none.int, noneOptional.int] == [1, 0, 3, 0, 0, 0])
        plain.int += 5
        optional.int += 5
        some.int += 5
        someOptional.int += 5
        none.int += 5
        noneOptional.int = 5
        #expect(plain.value == 6)
        #expect(optional.value == 5)
        #expect(some?.value == 8)
        #expect(someOptional?.value == 5)
        #expect(none == nil && noneOptional == nil)
    }

    @Test func `float, on all forms of variables`() {
        let plain = Var<Float>(1), optional = Var<Float?>(), some: Var<Float>? = Var(3)
        let someOptional: Var<Float?>? = Var(nil), none: Var<Float>? = nil
        #expect([plain.float, optional.float, some.float, someOptional.float, none.float] == [1, 0, 3, 0, 0])
        plain.float *= 2
        optional.float -= 0.5
        some.float /= 2
        someOptional.float = 4
        #expect(plain.value == 2)
        #expect(optional.value == -0.5)
        #expect(some?.value == 1.5)
        #expect(someOptional?.value == 4)
    }

    @Test func `double, on all forms of variables`() {
        let plain = Var(1.0), optional = Var<Double?>(), some: Var<Double>? = Var(3)
        let someOptional: Var<Double?>? = Var(nil), none: Var<Double>? = nil
        #expect([plain.double, optional.double, some.double, someOptional.double, none.double] == [1, 0, 3, 0, 0])
        plain.double *= 2
        optional.double -= 0.5
        some.double /= 2
        someOptional.double = 4
        #expect(plain.value == 2)
        #expect(optional.value == -0.5)
        #expect(some?.value == 1.5)
        #expect(someOptional?.value == 4)
    }

    @Test func `changing a number property sends one update`() {
        let dog = Dog(), number = Var<Int?>(), log = Recorder<Update<Int?>>()
        dog.observe(number) { log.record($0) }
        number.int += 5
        number.int = 5
        number.int -= 2
        #expect(log.values == [Update(nil, 5), Update(5, 3)])
    }

    @Test func `literals take the type of the other operand`() {
        let numVar = Var<Int?>()
        numVar <- Var(1) + 2
        #expect(numVar.value == 3)
        let float: Float = 2 * Var<Float>(1.5) + 1
        #expect(float == 4)
        let double = 1 / Var(4.0) + 2.5 - Var<Double?>()
        #expect(double == 2.75)
        let optionalDouble: Double? = 3
        #expect(Var(1.5) + 1 == 2.5)
        #expect(2 - Var(1.5) == 0.5)
        #expect(optionalDouble + 1 == 4)
        #expect(Var(10) / 3 == 3)
        #expect(7 - Var(2) == 5)
        #expect(Var<Float?>(2) * 0.5 == 1)
    }

    @Test func `plain numbers keep their own operators`() {
        let one = 1, two = 2
        #expect(one + two == 3)
        #expect(1.5 + 1 == 2.5)
        #expect(7 / 2 == 3)
        #expect(one - two * 3 == -5)
    }
}

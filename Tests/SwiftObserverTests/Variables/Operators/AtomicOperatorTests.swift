import SwiftObserver
import Testing

/// Assignment operators: they read the right operand before they atomically change the left.
@Suite struct AtomicOperatorTests {

    @Test func `a variable can be assigned to itself`() {
        let number = Var(3), text = Var("ab"), optional: Var<Int?>? = Var(2), log = Recorder<Update<Int>>(), dog = Dog()
        dog.observe(number) { log.record($0) }
        number += number
        number *= number
        number /= number
        number -= number
        text += text
        optional += optional
        #expect(log.values == [Update(3, 6), Update(6, 36), Update(36, 1), Update(1, 0)])
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
}

import SwiftObserver
import Testing

@Suite struct VariableDescriptionTests {

    @Test func `a variable is described by its value`() {
        let number = Var(3)
        #expect("\(number)" == "Var(3)")
        number <- 4
        #expect("\(number)" == "Var(4)")
        #expect("\(Var(["sunny"]))" == #"Var(["sunny"])"#)
        #expect("\(Var<Int?>())" == "Var(nil)")
        #expect(String(reflecting: [number]) == "[Var(4)]")
    }

    @Test func `a description may read and change the variable that it's part of`() {
        let variable = Var(Restless())
        variable.value.describe = { [unowned variable] in
            variable.value.reads += 1
            return "read \(variable.value.reads) times"
        }
        #expect("\(variable)" == "Var(read 1 times)")
    }

    @Test func `a dump shows the value, and nothing of what guards it`() {
        var text = ""
        dump(Var(3), to: &text)
        #expect(text == "▿ Var(3) #0\n  - value: 3\n")
    }
}

private struct Restless: Equatable, CustomStringConvertible {
    var reads = 0
    var describe: () -> String = { "" }
    var description: String { describe() }
    static func == (left: Restless, right: Restless) -> Bool { left.reads == right.reads }
}

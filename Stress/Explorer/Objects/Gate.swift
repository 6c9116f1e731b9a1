/// A gate that blocks a handler or a thread of a scenario until another thread opens it.
final class Gate: @unchecked Sendable {

    let name: String
    private(set) var isOpen = false

    init(_ name: String) { self.name = name }

    func open() {
        step("open the gate \(name)")
        isOpen = true
    }

    func pass() { Explorer.shared.wait(for: self) }
}

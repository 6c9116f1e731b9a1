/// Notes a violation unless the condition is true.
func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { Explorer.shared.violate(text()) }
}

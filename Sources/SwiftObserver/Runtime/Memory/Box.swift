/// Keeps a value apart from what refers to it, so that it takes little room there, and none where there's no value.
final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
}

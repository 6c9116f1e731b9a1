/// Where a structure stores two fields of one type, directly or in structures that it consists of.
///
/// It's a class of both types, because looking up the type of the structure for each access would
/// take many times as long as the access.
final class FieldPair<Whole, Field>: Sendable {

    /// The distances of the fields from the beginning of the structure, in bytes.
    let first: Int
    let second: Int

    init(at first: Int, and second: Int) {
        self.first = first
        self.second = second
    }

    /// Calls the closure with both fields. They aren't copied before.
    @inline(__always)
    func withFields<Result>(of whole: Whole, _ act: (Field, Field) -> Result) -> Result {
        withUnsafePointer(to: whole) {
            let whole = UnsafeRawPointer($0)
            return act(
                (whole + first).assumingMemoryBound(to: Field.self).pointee,
                (whole + second).assumingMemoryBound(to: Field.self).pointee)
        }
    }
}

extension FieldPair where Field: Equatable {

    /// Returns whether both fields are equal, by the client's `==`.
    @inline(never)
    func areEqual(in whole: Whole) -> Bool { withFields(of: whole) { $0 == $1 } }
}

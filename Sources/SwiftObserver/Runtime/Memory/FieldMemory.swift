/// Where a structure stores a field, directly or in structures that it consists of.
struct FieldMemory<Field>: Sendable {

    /// The distance of the field from the beginning of the structure, in bytes.
    let offset: Int

    /// A copy of the field. No client code runs.
    func copy<Whole>(from whole: Whole) -> Field {
        withUnsafePointer(to: whole) {
            (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Field.self).pointee
        }
    }
}

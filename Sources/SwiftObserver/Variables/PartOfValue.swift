/// A part of values, at a key path.
///
/// `@unchecked Sendable` because nothing in it changes, and clients pass a `Sendable` key path.
final class PartOfValue<Value, Part: Equatable>: @unchecked Sendable {

    private let path: KeyPath<Value, Part>

    /// Where values store the part. `nil` if they don't store it as such: it's computed, observed,
    /// in an object, or in an optional.
    private let field: FieldMemory<Part>?

    /// Where updates store the part of the old and of the new value, if values store it.
    let fieldsOfUpdate: FieldPair<Update<Value>, Part>?

    init(at path: KeyPath<Value, Part>) {
        self.path = path
        guard let offset = MemoryLayout<Value>.offset(of: path),
            let old = MemoryLayout<Update<Value>>.offset(of: \.old),
            let new = MemoryLayout<Update<Value>>.offset(of: \.new)
        else {
            (field, fieldsOfUpdate) = (nil, nil)
            return
        }
        field = FieldMemory(offset: offset)
        fieldsOfUpdate = FieldPair(at: old + offset, and: new + offset)
    }

    /// The part of a value. It calls the client if the part isn't stored.
    func part(of value: Value) -> Part {
        guard let field else { return value[keyPath: path] }
        return field.copy(from: value)
    }

    /// The update of the part, read through the key path.
    func update(in update: Update<Value>) -> Update<Part> {
        Update(update.old[keyPath: path], update.new[keyPath: path])
    }

    /// Returns whether both values of an update of the part differ, by the client's `==`.
    func isChange(_ update: Update<Part>) -> Bool { update.old != update.new }
}

extension FieldPair {

    /// The update from the first field to the second one.
    func update(in whole: Whole) -> Update<Field> { withFields(of: whole) { Update($0, $1) } }
}

extension ValueSource where Self: Sendable {

    /// The part of the value at a key path, as a derived value.
    ///
    /// ```swift
    /// final class Profile {
    ///     let name: Derived<String>
    ///
    ///     init(of person: Var<Person>) { name = person[\.name] }
    /// }
    /// ```
    ///
    /// The path can have several steps, as in `person[\.address.city]`. It can lead through
    /// optionals and computed properties. Their code is then part of the function of the derived
    /// value: see ``Derived``.
    ///
    /// Each access creates another derived value. **Lifetime:** Store it. Observing or looping over
    /// it doesn't retain it, so `dog.observe(person[\.name]) { … }` ends at once. To observe the
    /// part without storing anything, write `dog.observe(person, \.name) { … }`.
    public subscript<Part: Equatable & SendableMetatype>(_ path: KeyPath<Value, Part> & Sendable) -> Derived<Part> {
        let part = PartOfValue(at: path)
        return Derived(of: [nodeSource], named: nil) { part.part(of: $0.next()) }
    }
}

extension Variable {

    /// Requires a key path that begins at the value.
    ///
    /// Without it, the compiler would take a key path with a typo for an index of a text.
    @available(
        *, unavailable,
        message: "The key path must lead from the value to an `Equatable` part, as in `person[\\Person.name]`."
    )
    public subscript<Root, Part>(_ path: KeyPath<Root, Part>) -> Derived<Part> where Part: Equatable {
        preconditionFailure()
    }
}

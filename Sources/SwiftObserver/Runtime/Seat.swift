/// A place in a combination, at which the value of one variable appears.
protocol Seat: AnyObject, Sendable {

    /// The record of the combination.
    var whole: any AnyRecord { get }

    /// The record of the variable.
    var part: any AnyRecord { get }

    /// Copies the value of the variable into the value of the combination. Call while both are locked.
    func carry()

    /// Lets the combination follow the variable. Call while the variable is locked.
    func enter()

    /// Ends that.
    func leave()
}

/// A place in a combination whose type is known.
protocol SeatIn<Whole>: Seat {

    associatedtype Whole: ValueState

    /// Prepares to set the variable to what the new value of the combination has in this place, if it's something else.
    func change(from old: Whole.Value, to new: Whole.Value, as author: AnyObject) -> Change?

    /// The place that the variable gets in a combination of this combination.
    func seat<Outer: ValueState>(
        in outer: ValueRecord<Outer>, at path: WritableKeyPath<Outer.Value, Whole.Value>
    ) -> any SeatIn<Outer>
}

/// A place in a combination, with all types known. `@unchecked Sendable` because key paths of stored properties are.
final class TypedSeat<Whole: ValueState, Part: ValueState>: SeatIn, @unchecked Sendable {

    private let record: ValueRecord<Part>
    private let combination: ValueRecord<Whole>
    private let path: WritableKeyPath<Whole.Value, Part.Value>
    private let wholes: Wholes

    init(
        of part: ValueRecord<Part>, in whole: ValueRecord<Whole>, at path: WritableKeyPath<Whole.Value, Part.Value>,
        _ wholes: Wholes
    ) {
        record = part
        combination = whole
        self.path = path
        self.wholes = wholes
    }

    var whole: any AnyRecord { combination }
    var part: any AnyRecord { record }

    func carry() {
        combination.state.unlocked.value[keyPath: path] = record.state.unlocked.value
    }

    func enter() { wholes.withLock { $0.append(self) } }

    func leave() { wholes.withLock { wholes in wholes.removeAll { $0 === self } } }

    func change(from old: Whole.Value, to new: Whole.Value, as author: AnyObject) -> Change? {
        let old = old[keyPath: path], new = new[keyPath: path]
        if old == new { return nil }
        let message = Part.message(old: old, new: new)
        return Change(wholes: wholes) { [record] in record.replaceValue(with: new, message, as: author) }
    }

    func seat<Outer: ValueState>(
        in outer: ValueRecord<Outer>, at path: WritableKeyPath<Outer.Value, Whole.Value>
    ) -> any SeatIn<Outer> {
        TypedSeat<Outer, Part>(of: record, in: outer, at: path.appending(path: self.path), wholes)
    }
}

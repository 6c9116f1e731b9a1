import SwiftObserver

/// A message, which can also be the value of a variable.
final class Parcel: Mortal, Equatable, @unchecked Sendable {

    let stamp: FuzzStamp

    /// Creates a parcel.
    ///
    /// Picking its cargo can release another object, which may send when it dies. So the number is
    /// drawn later.
    ///
    /// Setting a variable can take several attempts, between which the old value may die on this
    /// thread. It may then set a value with a later number, which comes first. So a thread that
    /// sets values is a different sender at each depth of the stack.
    init(for source: Int, _ context: inout OperationContext, isEmpty: Bool = false, isValue: Bool = false) {
        let cargo = isEmpty ? nil : context.cargo()
        let sender = isValue ? context.stack.numberAtDepth : context.stack.number
        stamp = FuzzStamp(sender: sender, source: source, number: context.stack.nextNumber())
        super.init(.message, &context, carrying: cargo)
    }

    /// Creates another object that counts as the same message.
    init(like other: Parcel) {
        stamp = other.stamp
        super.init(like: other)
    }

    static func == (one: Parcel, other: Parcel) -> Bool { one === other }
}

/// The origin of a message. The messages of one sender have increasing numbers.
struct FuzzStamp: Hashable, Sendable, CustomStringConvertible {
    let sender: Int
    let source: Int
    let number: Int

    /// The source of messages that any thread may send at any time.
    static let anySource = 0

    var description: String { "\(number) of sender \(sender) through observable \(source)" }
}

/// A message that contains parcels.
protocol ParcelContainer: Sendable {

    var parcels: [Parcel] { get }

    /// The old value, if it's an update.
    var parcelsBefore: [Parcel]? { get }
}

extension ParcelContainer {
    var parcelsBefore: [Parcel]? { nil }
}

extension Parcel: ParcelContainer {
    var parcels: [Parcel] { [self] }
}

extension Optional: ParcelContainer where Wrapped: ParcelContainer {
    var parcels: [Parcel] { self?.parcels ?? [] }
}

extension Pair: ParcelContainer where Left: ParcelContainer, Right: ParcelContainer {
    var parcels: [Parcel] { left.parcels + right.parcels }
}

extension Update: ParcelContainer where Value: ParcelContainer {
    var parcels: [Parcel] { new.parcels }
    var parcelsBefore: [Parcel]? { old.parcels }
}

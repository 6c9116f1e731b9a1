import SwiftObserver

/// What is sent, and what variables have as values.
final class Parcel: Mortal, Equatable, @unchecked Sendable {

    let stamp: FuzzStamp

    /// Creates a parcel. To pick its cargo may let another object die, which may send, too. So the number is drawn later.
    ///
    /// To set a variable can take several tries, between which the old value may die on this thread. What is set by that, with
    /// a later number, comes first. So, whoever sets values is another sender at each depth of the stack.
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

/// Where a message comes from. Those of one sender have increasing numbers.
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

    /// What an update claims to have been there before.
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

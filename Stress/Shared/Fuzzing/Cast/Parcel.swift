import SwiftObserver

/// What is sent, and what variables have as values.
final class Parcel: Mortal, Equatable, @unchecked Sendable {

    let stamp: Stamp

    /// Creates a parcel. To pick its cargo may let another object die, which may send, too. So the number is drawn later.
    ///
    /// To set a variable can take several tries, between which the old value may die on this thread. What is set by that, with
    /// a later number, comes first. So, whoever sets values is another sender at each depth of the stack.
    init(for source: Int, _ now: inout Now, isEmpty: Bool = false, isValue: Bool = false) {
        let cargo = isEmpty ? nil : now.cargo()
        let sender = isValue ? now.trail.numberAtDepth : now.trail.number
        stamp = Stamp(sender: sender, source: source, number: now.trail.nextNumber())
        super.init(.message, &now, carrying: cargo)
    }

    /// Creates another object that counts as the same message.
    init(like other: Parcel) {
        stamp = other.stamp
        super.init(like: other)
    }

    static func == (one: Parcel, other: Parcel) -> Bool { one === other }
}

/// Where a message comes from. Those of one sender have increasing numbers.
struct Stamp: Hashable, Sendable, CustomStringConvertible {
    let sender: Int
    let source: Int
    let number: Int

    /// The source of messages that any thread may send at any time.
    static let anySource = 0

    var description: String { "\(number) of sender \(sender) through observable \(source)" }
}

/// A message that contains parcels.
protocol Stamped: Sendable {

    var parcels: [Parcel] { get }

    /// What an update claims to have been there before.
    var parcelsBefore: [Parcel]? { get }
}

extension Stamped {
    var parcelsBefore: [Parcel]? { nil }
}

extension Parcel: Stamped {
    var parcels: [Parcel] { [self] }
}

extension Optional: Stamped where Wrapped: Stamped {
    var parcels: [Parcel] { self?.parcels ?? [] }
}

extension Pair: Stamped where Left: Stamped, Right: Stamped {
    var parcels: [Parcel] { left.parcels + right.parcels }
}

extension Update: Stamped where Value: Stamped {
    var parcels: [Parcel] { new.parcels }
    var parcelsBefore: [Parcel]? { old.parcels }
}

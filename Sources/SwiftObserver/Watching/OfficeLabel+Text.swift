extension OfficeLabel {

    /// The name, or else the type.
    var text: String { name ?? typeText }

    /// The type of the observable. A plain messenger mostly belongs to an object that is observed, and then it's the type of that.
    ///
    /// It's `nil` for a combination, which is no object of a client.
    var type: Any.Type? {
        guard let messenger else { return observed }
        if messenger == ObservationGroup.self { return nil }
        let isPlain = (messenger as? AnyClass).map { _getSuperclass($0) == nil } == true
        return isPlain ? observed ?? messenger : messenger
    }

    var typeText: String { type.map { String(describing: $0) } ?? "combination" }
}

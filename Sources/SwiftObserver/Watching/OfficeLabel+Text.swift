extension OfficeLabel {

    /// The name, or else the type.
    var text: String { name ?? typeText }

    /// The type of the observable, or `nil` for a combination, which isn't an object of a client.
    ///
    /// A plain messenger mostly belongs to the object that is observed. Then this is the type of
    /// that object.
    var type: Any.Type? {
        guard let messenger else { return observed }
        if messenger == ObservationGroup.self { return nil }
        let isPlain = (messenger as? AnyClass).map { _getSuperclass($0) == nil } == true
        return isPlain ? observed ?? messenger : messenger
    }

    var typeText: String { type.map { String(describing: $0) } ?? "combination" }
}

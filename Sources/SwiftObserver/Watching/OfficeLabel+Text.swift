extension OfficeLabel {

    /// The name, or else the type.
    var text: String { name ?? typeText }

    /// The type of the observable. A plain messenger mostly belongs to an object that is observed, and then it's the type of that.
    var typeText: String {
        guard let messenger else { return observed.map { String(describing: $0) } ?? "(unknown)" }
        if messenger == ObservationGroup.self { return "combination" }
        let isPlain = (messenger as? AnyClass).map { _getSuperclass($0) == nil } == true
        return String(describing: isPlain ? observed ?? messenger : messenger)
    }
}

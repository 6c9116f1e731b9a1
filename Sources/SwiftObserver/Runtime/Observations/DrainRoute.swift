/// The path on which a drain reached an observable.
struct DrainRoute: Sendable {

    /// The type of the observable.
    let observable: Any.Type

    /// The registrars that the drain has passed. If origins form a cycle, it stops at the first.
    private var passed: [ObjectIdentifier] = []

    init(to observable: Any.Type) { self.observable = observable }

    func hasPassed(_ registrar: ObjectIdentifier) -> Bool { passed.contains(registrar) }

    /// The path that continues after a registrar.
    func behind(_ registrar: ObjectIdentifier, to observable: Any.Type) -> DrainRoute {
        var route = DrainRoute(to: observable)
        route.passed = passed + [registrar]
        return route
    }
}

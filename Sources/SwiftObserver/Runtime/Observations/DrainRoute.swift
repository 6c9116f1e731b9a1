/// On which way a drain came to an observable.
struct DrainRoute: Sendable {

    /// The type of the observable.
    let observable: Any.Type

    /// The registrars that it has passed. If origins form a circle, it stops where it was.
    private var passed: [ObjectIdentifier] = []

    init(to observable: Any.Type) { self.observable = observable }

    func hasPassed(_ registrar: ObjectIdentifier) -> Bool { passed.contains(registrar) }

    /// The way that goes on behind a registrar.
    func behind(_ registrar: ObjectIdentifier, to observable: Any.Type) -> DrainRoute {
        var route = DrainRoute(to: observable)
        route.passed = passed + [registrar]
        return route
    }
}

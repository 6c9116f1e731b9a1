/// Where a handler of the library passes messages on to: a transform, or the office of a combined observation.
struct Downstream: Sendable {

    /// Where they're sent.
    let registrar: ObservationRegistrar

    /// Who gets them.
    let type: Any.Type
}

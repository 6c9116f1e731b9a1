/// What becomes of the messages of an observable.
struct Reception<Message> {

    let handler: Handler<Message>

    /// The observations that end together with this one. By it, the handler can end the observation.
    var group: ObservationGroup?

    /// Where the handler passes messages on to, if that's all it does.
    var downstream: Downstream?

    /// What is done when the observable says farewell, in place of ending the observation.
    var farewell: (@Sendable () -> Void)?

    init(
        _ handler: Handler<Message>, endingWith group: ObservationGroup? = nil, downstream: Downstream? = nil,
        farewell: (@Sendable () -> Void)? = nil
    ) {
        self.handler = handler
        self.group = group
        self.downstream = downstream
        self.farewell = farewell
    }
}

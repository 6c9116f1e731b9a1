/// Stands for a buffered observable that may outlive it.
protocol StandIn<Message>: BufferedMessageSource {
    associatedtype Message

    /// Whether observations of it start with the latest message.
    var startsWithLatest: Bool { get }

    /// The observable it stands for.
    var weakOrigin: WeakBuffered<Message> { get }

    /// Starts an observation of that observable with the latest message.
    func startOriginWithLatest(_ observation: AnyObservation)
}

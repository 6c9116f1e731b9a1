/// Stands for a buffered observable that may outlive it.
protocol StandIn<Message>: BufferedMessageSource {
    associatedtype Message

    /// `true` if its observations start with the latest message.
    var startsWithLatest: Bool { get }

    /// The observable for which it stands.
    var weakOrigin: WeakBuffered<Message> { get }

    /// Starts an observation of that observable with the latest message.
    func startOriginWithLatest(_ observation: AnyObservation)
}

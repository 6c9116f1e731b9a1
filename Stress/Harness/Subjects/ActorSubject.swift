/// A messenger that delivers messages to actors.
protocol ActorSubject: MessengerSubject {
    func observe(on actor: HandlingActor, _ receive: @escaping @Sendable (isolated HandlingActor, Stamp) -> Void)
        -> any SubjectObservation
}

/// An actor for hopped observations, which notes its messages.
actor HandlingActor {
    private(set) var stamps: [[Stamp]] = [[], []]

    func note(_ stamp: Stamp, from observation: Int) -> Int {
        stamps[observation].append(stamp)
        return stamps[observation].count
    }
}

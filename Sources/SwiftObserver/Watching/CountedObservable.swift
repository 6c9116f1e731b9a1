/// The counts of one living observable that was observed at least once.
struct CountedObservable: Sendable {

    let label: OfficeLabel
    let sum: WatchSums.Sum

    /// Whether it's observed at the moment. If not, it only has a sum.
    var isObserved: Bool { observationCount > 0 }
    let observationCount: Int

    /// The number of messages that wait for all observations, and the largest of one.
    let waiting: Int
    let largestBacklog: Int

    init(_ office: PostOffice, _ messenger: Any.Type?) {
        let sample = office.sample()
        label = OfficeLabel(name: office.name, messenger: messenger, observed: nil)
        var sum = WatchSums.Sum(), waiting = 0, largestBacklog = 0
        sum.sent = sample.sent
        sum.refused = sample.refused
        for observation in sample.observations {
            sum.handled += observation.handled ?? 0
            sum.missed += observation.missed
            waiting += observation.waiting
            largestBacklog = max(largestBacklog, observation.waiting)
        }
        self.sum = sum
        observationCount = sample.observations.count
        self.waiting = waiting
        self.largestBacklog = largestBacklog
    }

    /// All living observables that were observed at least once.
    static var all: [CountedObservable] { OfficeDirectory.living.map { CountedObservable($0.office, $0.messenger) } }
}

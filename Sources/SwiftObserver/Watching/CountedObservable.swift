/// What one observable has counted that was ever observed and lives.
struct CountedObservable: Sendable {

    let label: OfficeLabel
    let sum: WatchSums.Sum

    /// Whether it's observed right now. If not, it only has a sum.
    var isObserved: Bool { observationCount > 0 }
    let observationCount: Int

    /// How many messages wait for all observations, and for the one for which the most do.
    let waiting: Int
    let largestBacklog: Int

    init(_ counts: RestingCounts, _ messenger: Any.Type?) {
        label = OfficeLabel(name: counts.name, messenger: messenger, observed: nil)
        var sum = WatchSums.Sum()
        sum.sent = counts.sent
        sum.refused = counts.refused
        self.sum = sum
        observationCount = 0
        waiting = 0
        largestBacklog = 0
    }

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

    /// All that were ever observed and live.
    static var all: [CountedObservable] {
        let (observed, resting) = PostOffice.all
        return observed.map { CountedObservable($0.office, $0.messenger) }
            + resting.map { CountedObservable($0.0, $0.messenger) }
    }
}

extension Workload {

    /// The workloads that compare observer libraries.
    package static func all() -> [Workload] {
        [
            send(to: 1, count: 400_000), send(to: 10, count: 60_000), send(to: 1000, count: 600), sendToNobody(),
            sendInRandomOrder(),
            startAndEnd(), shortLife(), startMany(), endMany(), setVariable(), transforms(), operators(),
            operatorObjects(),
            contention(threads: 2), contention(threads: 4), contention(threads: 8),
            hop(), hopToSharedQueue(), hopToBusyQueue(), hopToBusyPlace(), hopAndBack(), loop(isFed: true),
            loop(isFed: false), newestLoops(), forms(),
            drain(), sendWhileWatched(), sendToMortalWhileWatched(),
        ] + bounded() + features() + churn()
    }
}

extension Protected<LaneState> {

    /// Does the jobs of the lane until there are none, or enough of them are done. It's what each block of a lane does.
    func doJobs() {
        guard withLock(backoff: .short, { $0.begin(.current) }) else { return }
        var batch: [JobRun] = []
        while takeNext(&batch) {
            batch.reverse()
            while let run = batch.popLast() { run.perform() }
        }
    }

    @inline(__always)
    private func takeNext(_ batch: inout [JobRun]) -> Bool {
        let (isThereMore, markers) = withLock(backoff: .short) { ($0.next(&batch), $0.takeMarkers()) }
        for marker in markers { marker.reach() }
        return isThereMore
    }
}

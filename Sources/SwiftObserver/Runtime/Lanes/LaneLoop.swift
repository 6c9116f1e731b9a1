extension Protected<LaneState> {

    /// Does jobs of the lane until there are none, or enough are done.
    ///
    /// Each block of a lane does this.
    func doJobs() {
        guard withLock(backoff: .short, { $0.begin(.current) }) else { return }
        var batch: [JobRun] = []
        while withLock(backoff: .short, { $0.next(&batch) }) {
            batch.reverse()
            while let run = batch.popLast() { run.perform() }
        }
    }
}

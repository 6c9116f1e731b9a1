extension Protected<LaneState> {

    /// Does the jobs of the lane until there are none, or enough of them are done. It's what each block of a lane does.
    func doJobs() {
        guard withLock(backoff: .short, { $0.begin(.current) }) else { return }
        var batch: [JobRun] = []
        while withLock(backoff: .short, { $0.next(&batch) }) {
            batch.reverse()
            while let run = batch.popLast() { run.perform() }
        }
    }
}

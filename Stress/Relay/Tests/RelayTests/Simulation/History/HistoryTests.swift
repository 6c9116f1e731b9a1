import Testing

/// Histories in which the network, the server and its clock behave as a seed decides.
///
/// `RELAY_HISTORIES=1000000` tries more of them, `RELAY_FIRST_SEED=1000001` begins with that seed,
/// and `RELAY_JOBS=2` uses two threads. `RELAY_SEED=17` tries only one.
@Suite struct HistoryTests {

    @Test func `promises hold in each history`() async {
        let run = HistoryRun()
        await withTaskGroup { group in
            for job in 0..<run.jobCount { group.addTask { await onThread { run.tryHistories(of: job) } } }
        }
        #expect(run.failures == [])
    }
}

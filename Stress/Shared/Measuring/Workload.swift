/// A job that all contenders do in turns, so that noise on the machine affects all of them.
package struct Workload {
    package let name: String
    package let count: Int
    package let contenders: [Contender]

    /// - Parameters:
    ///   - count: The number of times that the job is done in each turn.
    ///   - contenders: The contenders. The last one is the floor, to which the others are compared.
    package init(_ name: String, count: Int, _ contenders: [Contender]) {
        self.name = name
        self.count = count
        self.contenders = contenders
    }

    /// The workload with only one contender next to the floor.
    package func only(_ contender: String) -> Workload {
        Workload(name, count: count, contenders.dropLast().filter { $0.name == contender } + contenders.suffix(1))
    }

    /// The number of jobs for counting calls. Counts are always the same, so few jobs are enough.
    package var countedCount: Int { max(1, count / 10) }

    /// The number of jobs for counting instructions, with a tool that makes everything slow.
    package var tracedCount: Int { max(1, count / 200) }

    /// Takes turns, then counts calls, and returns a result for each contender.
    package func measure(turns: Int) -> [MeasuredResult] {
        var times = contenders.map { _ in [Double]() }
        for contender in contenders { contender.perform(count / 10 + 1) { $0() } }
        for turn in 0..<turns {
            let order = turn.isMultiple(of: 2) ? Array(contenders.indices) : contenders.indices.reversed()
            for index in order {
                contenders[index].perform(count) { times[index].append(nanoseconds($0) / Double(count)) }
            }
        }
        let floor = times[times.count - 1]
        return zip(contenders, times).map { contender, times in
            MeasuredResult(
                workload: name, contender: contender.name, time: Spread(times),
                ratio: Spread(zip(times, floor).map { $0 / $1 }), calls: contender.calls(count))
        }
    }
}

/// A way of doing a job, next to others with the same result.
package struct Contender {
    package let name: String
    private let counting: Counting
    private let prepare: (Int) -> Void
    private let cleanUp: (Int) -> Void
    private let run: (Int) -> Void

    /// - Parameters:
    ///   - counting: The threads whose system calls belong to the job.
    ///   - prepare: The preparation of that many jobs, which isn't measured.
    ///   - cleanUp: The work after them, which isn't measured.
    ///   - run: Does the job that many times.
    package init(
        _ name: String, counting: Counting = .thisThread, prepare: @escaping (_ count: Int) -> Void = { _ in },
        cleanUp: @escaping (_ count: Int) -> Void = { _ in }, _ run: @escaping (_ count: Int) -> Void
    ) {
        self.name = name
        self.counting = counting
        self.prepare = prepare
        self.cleanUp = cleanUp
        self.run = run
    }

    fileprivate func perform(_ count: Int, _ measure: (@escaping () -> Void) -> Void) {
        prepare(count)
        measure { [run] in run(count) }
        cleanUp(count)
    }

    /// `true` if one thread does the whole job, so that counts are the same in each run.
    package var isCountable: Bool { counting == .thisThread }

    /// Counts a job's calls of system functions, without reading a clock.
    package func countCalls(_ count: Int) -> Calls? {
        perform(count / 10 + 1) { $0() }
        return calls(count)
    }

    /// Does the job for a tool that counts the instructions of `doTracedJob`.
    package func trace(_ count: Int) {
        perform(count) { $0() }
        perform(count) {
            tracedJob = $0
            doTracedJob()
            tracedJob = {}
        }
    }

    fileprivate func calls(_ count: Int) -> Calls? {
        guard Calls.areCounted, counting != .nothing else { return nil }
        var calls: Calls?
        perform(count) { calls = Calls.made(by: counting, in: $0) }
        return calls.map { $0 / count }
    }
}

nonisolated(unsafe) private var tracedJob: () -> Void = {}

@inline(never)
func doTracedJob() { tracedJob() }

/// A job that all contenders do in turns, so that a noisy machine is noisy for all of them.
package struct Workload {
    package let name: String
    package let count: Int
    package let contenders: [Contender]

    /// - Parameters:
    ///   - count: How many times the job is done each turn.
    ///   - contenders: Who does the job. The last one is the floor, to which the others are compared.
    package init(_ name: String, count: Int, _ contenders: [Contender]) {
        self.name = name
        self.count = count
        self.contenders = contenders
    }

    /// The same with only one contender next to the floor.
    package func only(_ contender: String) -> Workload {
        Workload(name, count: count, contenders.dropLast().filter { $0.name == contender } + contenders.suffix(1))
    }

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

/// One way of doing a job, next to others that do the same.
package struct Contender {
    package let name: String
    private let counting: Counting
    private let prepare: (Int) -> Void
    private let cleanUp: (Int) -> Void
    private let run: (Int) -> Void

    /// - Parameters:
    ///   - counting: Whose calls of the system belong to the job.
    ///   - prepare: What comes before doing the job so many times, and isn't measured.
    ///   - cleanUp: What comes after it, and isn't measured.
    ///   - run: Does the job so many times.
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

    fileprivate func perform(_ count: Int, _ measure: (() -> Void) -> Void) {
        prepare(count)
        measure { run(count) }
        cleanUp(count)
    }

    /// Does the job for a tool that counts the instructions of `doTracedJob`, unless threads share the job.
    package func isTraced(_ count: Int) -> Bool {
        if counting != .thisThread { return false }
        perform(count / 10 + 1) { $0() }
        prepare(count)
        tracedJob = { run(count) }
        doTracedJob()
        cleanUp(count)
        return true
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

import Measuring

/// The cost of sending, measured briefly. `make bench` measures it at length.
struct Costs {

    static let allowedAllocations = 0.0, allowedLocks = 2.0

    private let results: [MeasuredResult]

    static func measure() -> Costs {
        let workloads: [Workload] = [
            .send(to: 1, count: 50_000).only("observers that can die"), .contention(threads: 4), .hop(),
            .loop(isFed: false), .loop(isFed: true),
        ]
        return Costs(results: workloads.compactMap { $0.measure(turns: 11).first })
    }

    private var send: Calls? { results[0].calls }

    var areAcceptable: Bool {
        send.map { $0.allocations <= Self.allowedAllocations && $0.locks <= Self.allowedLocks } ?? true
    }

    var description: String {
        let rows = results.map { [$0.workload, $0.ratio.median.text, $0.ratio.lowest.text, $0.ratio.highest.text] }
        return table([["time as a multiple of the floor", "median", "lowest", "highest"]] + rows) + "\n\n" + calls
    }

    private var calls: String {
        guard let send else { return "allocations and locks weren't counted: use make stress" }
        return "uncontended send to one observer: allocations \(send.allocations.text), lock pairs \(send.locks.text)"
            + (areAcceptable ? "" : ", allowed: \(Self.allowedAllocations.text) and \(Self.allowedLocks.text)")
    }
}

import RelayRig

/// The resources that the server and this process have consumed during a job.
struct Consumption {

    private(set) var server = 0.0
    private(set) var client = 0.0
    private(set) var bytesIn = 0.0
    private(set) var bytesOut = 0.0
    private(set) var memory = 0.0

    init(of job: () throws -> Void, _ meter: ServerMeter) throws {
        // The measurement excludes what this process consumes to ask the server.
        memory = try -meter.memory()
        bytesIn = try -meter.bytesIn()
        bytesOut = try -meter.bytesOut()
        server = try -meter.cpuTime()
        client = -ProcessMeter.cpuTime()
        try job()
        client += ProcessMeter.cpuTime()
        server += try meter.cpuTime()
        bytesOut += try meter.bytesOut()
        bytesIn += try meter.bytesIn()
        memory += try meter.memory()
    }
}

extension [Consumption] {

    /// The minimum of all rounds, per message. Other work on the machine can only add to it.
    func least(_ value: KeyPath<Consumption, Double>, of count: Int) -> Double {
        (map { $0[keyPath: value] }.min() ?? .nan) / Double(count)
    }
}

extension [Double] {

    /// The median. The array must not be empty.
    var median: Double { sorted()[count / 2] }
}

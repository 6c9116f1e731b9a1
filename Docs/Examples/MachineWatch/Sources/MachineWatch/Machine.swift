import Foundation
import SwiftObserver

/// What there is to know about the machine. Any thread may write the variables, and any may observe.
final class Machine: Sendable {

    let processorTimes: Var<ProcessorTimes>
    let memory: Var<Memory>
    let load: Var<Load>

    /// Stays `nil` on a machine that doesn't tell.
    let traffic: Var<Traffic?>

    /// A rate is made of the two sides of an update. The map alone would be buffered, too, but pulling from it would ask
    /// for the rate between a value and itself. So a buffer remembers the rate that was sent.
    let processorLoad: Buffer<Map<Var<ProcessorTimes>, Double>, Double>
    let trafficRate: Buffer<Map<Var<Traffic?>, Traffic.Rate?>, Traffic.Rate>

    /// The highest load of the processors so far.
    let peak = Var(0.0)

    /// How often anything was sampled, by all threads together.
    let samples = Var(0)

    init() throws {
        processorTimes = Var(try ProcessorTimes.read())
        memory = Var(try Memory.read())
        load = Var(try Load.read())
        traffic = Var(try? Traffic.read())

        processorLoad = processorTimes.map { $0.new.load(since: $0.old) }.buffer()
        trafficRate = traffic.map { update in
            guard let new = update.new, let old = update.old else { return nil }
            return new.rate(since: old)
        }.buffer()

        // In place, so this happens on the thread that samples. Nobody else sets the peak, and messages of one observable
        // are handled one at a time, so reading and setting need not be one step.
        processorLoad.observed().unwrap { [peak] in peak.value = max(peak.value, $0) }
    }

    /// One sampler for each variable.
    func samplers(every interval: Double) -> [Sampler] {
        let all = [
            sampler("processors", every: interval) { [processorTimes] in
                processorTimes.set(try .read(), as: $0)
            },
            sampler("memory", every: interval) { [memory] in memory.set(try .read(), as: $0) },
            sampler("load", every: interval) { [load] in load.set(try .read(), as: $0) },
        ]
        if traffic.value == nil { return all }
        return all + [sampler("traffic", every: interval) { [traffic] in traffic.set(try .read(), as: $0) }]
    }

    /// A sampler is the author of what it finds out, and counts its samples, which is atomic.
    private func sampler(
        _ name: String, every interval: Double, sample: @escaping @Sendable (Sampler) throws -> Void
    ) -> Sampler {
        Sampler(name, every: interval) { [samples] sampler in
            try sample(sampler)
            samples.value += 1
        }
    }
}

import Foundation
import RelayRig

let options = BenchOptions(CommandLine.arguments.dropFirst())
let server = try RedisServer()
if options.costs {
    try CostBench(server: server, options: options).run()
    exit(0)
}
let bench = RelayBench(server, options)
try bench.run()
exit(bench.isWithinLimits || !options.checks ? 0 : 1)

import Foundation
import RelayRig

let options = BenchOptions(CommandLine.arguments.dropFirst())
let server = try RedisServer()
let bench = RelayBench(server, options)
try bench.run()
exit(bench.isWithinLimits || !options.checks ? 0 : 1)

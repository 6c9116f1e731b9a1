import Dispatch
import Foundation
import SwiftObserver

@main
enum MachineWatch {

    static func main() {
        do {
            switch try Options.parse(CommandLine.arguments.dropFirst()) {
            case .help: print(Options.help)
            case .watch(let options): try watch(options)
            }
        } catch let error as Options.Invalid {
            fail("\(error.description)\n\n\(Options.help)", code: 2)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func watch(_ options: Options) throws {
        let machine = try Machine()
        let screen = Screen(of: machine, isPlain: options.isPlain)

        // The first reason to end wins, whoever comes up with it.
        let end = Promise<String>()
        let reasons = Reasons(toFulfill: end, seconds: options.seconds)
        let ended = DispatchSemaphore(value: 0)
        let reason = end.buffer()
        reason.observed { _ in ended.signal() }

        let samplers = machine.samplers(every: options.interval)
        samplers.forEach { $0.start() }
        ended.wait()
        samplers.forEach { $0.stop() }
        screen.close()

        print("\(machine.samples.value) samples. Ended because \(reason.latestMessage ?? "of nothing").")
        withExtendedLifetime(reasons) {}
    }

    private static func fail(_ text: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("MachineWatch: \(text)\n".utf8))
        exit(code)
    }
}

/// What can end the program: signals and time.
private final class Reasons {

    init(toFulfill end: Promise<String>, seconds: Double?) {
        let queue = DispatchQueue(label: "reasons")
        for (number, name) in [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { end.fulfill("of \(name)") }
            source.resume()
            sources.append(source)
        }
        if let seconds {
            queue.asyncAfter(deadline: .now() + seconds) { end.fulfill("time is up") }
        }
    }

    private var sources: [any DispatchSourceSignal] = []
}

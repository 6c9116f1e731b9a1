import Dispatch
import Foundation

/// A program that runs beside the tests, which look at what it prints.
final class RunningProgram {

    private let process = Process()
    private var output: AsyncStream<String>.Iterator
    private var text = ""
    private let statuses: AsyncStream<Int32>

    init(_ executable: URL, _ arguments: [String]) throws {
        let pipe = Pipe()
        let (chunks, continuation) = AsyncStream.makeStream(of: String.self)
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(String(decoding: data, as: UTF8.self))
            }
        }
        output = chunks.makeAsyncIterator()
        let (statuses, ending) = AsyncStream.makeStream(of: Int32.self)
        self.statuses = statuses
        process.terminationHandler = { process in
            ending.yield(process.terminationStatus)
            ending.finish()
        }
        // What is printed into a pipe would else wait for thousands of bytes.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/stdbuf")
        process.arguments = ["-oL", executable.path] + arguments
        process.standardOutput = pipe
        try process.run()
    }

    /// Waits until the program has printed a text, behind what was looked for before. It's `false` if the program ends without that.
    func prints(_ expected: String) async -> Bool {
        while true {
            if let range = text.range(of: expected) {
                text.removeSubrange(..<range.upperBound)
                return true
            }
            guard let chunk = await output.next() else { return false }
            text += chunk
        }
    }

    /// The same, and sends a signal before. The program must be listening to it.
    func prints(_ expected: String, after signal: Int32) async -> Bool {
        if process.isRunning { kill(process.processIdentifier, signal) }
        return await prints(expected)
    }

    /// What the program ends with.
    var exitStatus: Int32 {
        get async {
            for await status in statuses { return status }
            return -1
        }
    }

    func terminate() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}
